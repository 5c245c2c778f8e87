import { expect, it } from 'vitest'
import { expectLinearWork } from './work.ts'

function steps(count: number): number {
  let sum = 0
  for (let at = 0; at < count; at++) sum += Math.sqrt(at)
  return sum
}

it('work that grows with the size of its input is found to be linear', () =>
  expectLinearWork(2_000_000, size => () => steps(size)))

it('work that grows with the square of the size is found, also where it ends in a refusal', async () => {
  const refusing = (size: number) => () => {
    throw new Error(`refused after ${steps(size * size)}`)
  }
  await expect(expectLinearWork(8000, refusing)).rejects.toThrow('work for')
})
