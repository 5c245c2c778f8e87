import { expect, it } from 'vitest'
import { duration, runStages } from './stages.ts'
import { one, runner, type Step } from './steps.ts'

/** A step that waits for another one, and says when it began. */
const step = (name: string, began: string[], until: Promise<unknown> = Promise.resolve()): Step => ({
  name,
  run: async () => {
    began.push(name)
    await until
    return one(true)
  },
})

it('lanes run side by side, the steps of a lane one after the other, and a stage waits for the one before', async () => {
  const began: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const slow = step('slow', began, promise)
  const last: Step = {
    name: 'last of the other lane',
    async run() {
      resolve()
      return one(true)
    },
  }
  const finished = await runStages(
    [
      [
        [slow, step('after slow', began)],
        [step('beside', began), last],
      ],
      [[step('then', began)]],
    ],
    () => {},
  )
  expect(began).toEqual(['slow', 'beside', 'after slow', 'then'])
  expect(finished.map(({ name }) => name)).toEqual(['slow', 'after slow', 'beside', 'last of the other lane', 'then'])
})

it('a step that throws counts as failed, and the others go on', async () => {
  const broken: Step = { name: 'broken', run: () => Promise.reject(new Error('No such program.')) }
  const finished = await runStages([[[broken, step('next', [])]]], () => {})
  expect(finished.map(({ outcome }) => outcome)).toEqual([one(false, 'No such program.'), one(true)])
})

it('a span is said in seconds, or in minutes and seconds', () => {
  expect([0.04, 8.44, 59.9, 60, 185.2].map(duration)).toEqual(['0.0 s', '8.4 s', '59.9 s', '1 min 00 s', '3 min 05 s'])
})

it('a program that hangs is ended at the limit of the run, fails, and is named', async () => {
  const said: string[] = []
  const hangs = ['--eval', 'setInterval(() => {}, 1000)']
  expect(await runner(text => said.push(text), 200)(process.execPath, hangs)).toBe(false)
  expect(said.join('')).toContain('was ended: the run has taken too long.')
  expect(await runner(() => {}, 60_000)(process.execPath, ['--eval', '0'])).toBe(true)
})
