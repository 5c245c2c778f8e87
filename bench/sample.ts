/** Times of one thing, in milliseconds. */
export interface Times {
  median: number
  p95: number
  p99: number
  runs: number
}

/** The value below which a share of sorted values lies. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Median and tail of measured milliseconds. */
export function timesOf(milliseconds: readonly number[]): Times {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  return {
    median: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
    runs: sorted.length,
  }
}

/** Runs two ways of doing the same thing in turn, so that a noisy moment of the machine meets both alike. */
export async function sampleBoth(
  runs: number,
  first: (run: number) => Promise<unknown>,
  second: (run: number) => Promise<unknown>,
): Promise<[Times, Times]> {
  const measured: [number[], number[]] = [[], []]
  for (let run = -3; run < runs; run++) {
    const times: [number, number] = [
      await timed(() => first(Math.max(0, run))),
      await timed(() => second(Math.max(0, run))),
    ]
    // The first rounds warm caches and are not counted.
    if (run < 0) continue
    measured[0].push(times[0])
    measured[1].push(times[1])
  }
  return [timesOf(measured[0]), timesOf(measured[1])]
}

/** How many milliseconds something took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
