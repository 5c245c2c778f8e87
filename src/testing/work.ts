import { expect } from 'vitest'

/** Twice the growth of work that grows with the size of its input; work that grows with the square takes 16 times. */
const MAX_GROWTH = 8
/** The clock that counts processor time moves in steps of so many milliseconds. */
const STEP_MS = 10
/** Most runs of work that seems to grow too fast. */
const RUNS = 3

type Work = () => unknown

/**
 * Processor time of one run of some work, in milliseconds, to be compared with that of other work on the same machine.
 * The wall clock is finer, but goes on while the machine does something
 * else; the processor's clock is coarse. Neither is ever too small, so the smaller one is nearer.
 */
export async function costOf(work: Work): Promise<number> {
  const startedAt = performance.now()
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return Math.min(performance.now() - startedAt, (user + system) / 1000 + STEP_MS)
}

async function cheapest(work: Work, runs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run++) least = Math.min(least, await costOf(work))
  return least
}

/** Some work of the same kind, which takes as long as this machine is fast: what is less is too little to compare. */
const yardstick = (): unknown => JSON.parse(JSON.stringify(Array.from({ length: 100_000 }, (_, at) => `value ${at}`)))

let unit: number | null = null

/**
 * Says that work grows with the size of its input, and not with its square. Compares the processor time that four
 * sizes, two sizes and one take on this machine, never with a fixed time. `workFor` prepares the input of a size and
 * returns the work on it, which may also refuse it.
 */
export async function expectLinearWork(size: number, workFor: (size: number) => Work): Promise<void> {
  const [once, twice, fourTimes] = [1, 2, 4].map(times => {
    const work = workFor(times * size)
    return async () => {
      try {
        await work()
      } catch {
        // A refusal is an answer, too.
      }
    }
  }) as [Work, Work, Work]
  unit ??= await cheapest(yardstick, 3)
  await once()
  // From the smallest on: what grows too fast is found before the largest takes minutes.
  const least = (await cheapest(once, 2)) + unit
  expect(await growth(twice, least, MAX_GROWTH / 2), 'work for twice the size').toBeLessThan(MAX_GROWTH / 2)
  expect(await growth(fourTimes, least, MAX_GROWTH), 'work for four times the size').toBeLessThan(MAX_GROWTH)
}

/** How many times the cost of `least` some work takes. What is over the limit is measured again: the thread may have done something else. */
async function growth(work: Work, least: number, limit: number): Promise<number> {
  let smallest = Number.POSITIVE_INFINITY
  for (let run = 0; run < RUNS && smallest >= limit; run++) smallest = Math.min(smallest, (await costOf(work)) / least)
  return smallest
}
