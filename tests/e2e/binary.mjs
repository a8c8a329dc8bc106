// Finds the binary of the command line: the one that STEPFALL names, or the one that cargo builds.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

export function binary() {
  if (process.env.STEPFALL) return process.env.STEPFALL;
  const options = { cwd: ROOT, encoding: "utf8" };
  const target = JSON.parse(execFileSync("cargo", ["metadata", "--format-version=1", "--no-deps"], options)).target_directory;
  const stepfall = join(target, "debug", process.platform === "win32" ? "stepfall.exe" : "stepfall");
  if (!existsSync(stepfall)) execFileSync("cargo", ["build", "-q", "-p", "stepfall-cli"], { ...options, stdio: "inherit" });
  return stepfall;
}

// Returns the lines of a run's file after its header: attempts, and entries of the ledger.
export function linesOf(text) {
  const lines = text.trimEnd().split("\n").slice(1).map((line) => JSON.parse(line));
  return { attempts: lines.filter((line) => !line.ledger), ledger: lines.filter((line) => line.ledger) };
}
