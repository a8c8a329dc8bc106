// Measures work in rounds.

const ROUNDS = 7;
const ROUND_MILLISECONDS = 150;

// Returns the microseconds for one unit of work, the fastest of several rounds over different
// units. Earlier rounds find the number of units, and let the engine compile the module. `work`
// takes the number of the first unit, and the number of units.
export function microseconds(work) {
  let count = 1;
  while (elapsed(work, 0, count) < ROUND_MILLISECONDS) count *= 2;
  const rounds = Array.from({ length: ROUNDS }, (_, round) => elapsed(work, (round + 1) * count, count));
  return (Math.min(...rounds) * 1000) / count;
}

function elapsed(work, from, count) {
  const begin = performance.now();
  work(from, count);
  return performance.now() - begin;
}
