import { expect, it } from 'vitest'
import { z } from 'zod'
import { read, remote, write } from '../../wire/call.ts'
import { Load } from './load.ts'

const list = read('things', { right: 'signed_in', output: z.unknown() })
const change = write('things', { right: 'signed_in', output: z.unknown() })
const dial = write('dial', { right: 'signed_in', isUrgent: true, output: z.unknown() })
const signIn = remote('sign-in', { right: 'public', output: z.unknown() })
const status = read('status', { right: 'public', output: z.unknown() })

/** For two connections: sixteen calls at once. */
function busyWith(calls: number) {
  const load = new Load(2, { warn: () => {}, info: () => {} })
  const inHand = Array.from({ length: calls }, () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    return { done: load.during(list, () => promise), finish: resolve }
  })
  const finish = async (count: number) => {
    const finished = inHand.splice(0, count)
    for (const one of finished) one.finish()
    await Promise.all(finished.map(({ done }) => done))
  }
  return { load, finish }
}

function admits(load: Load, call: Parameters<Load['admit']>[0], second: number): boolean {
  try {
    load.admit(call, new Date(second * 1000))
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: 'unavailable', httpStatus: 503, retryAfter: 3 })
    return false
  }
}

it('takes a burst, and refuses what would only make everybody wait when it does not end', () => {
  const { load } = busyWith(16)
  expect([0, 1.9, 2, 60].map(second => admits(load, list, second))).toEqual([true, true, false, false])
  expect(admits(load, change, 61)).toBe(false)
})

it('lets people sign in and telephone all the while', () => {
  const { load } = busyWith(16)
  admits(load, list, 0)
  expect([dial, signIn, status, list].map(call => admits(load, call, 5))).toEqual([true, true, true, false])
})

it('recovers by itself once half of it is done', async () => {
  const { load, finish } = busyWith(16)
  expect([admits(load, list, 0), admits(load, list, 5)]).toEqual([true, false])
  await finish(8)
  expect(admits(load, list, 6)).toBe(false)
  await finish(1)
  expect(admits(load, list, 6)).toBe(true)
})

it('forgets a burst that passed', async () => {
  const { load, finish } = busyWith(16)
  expect(admits(load, list, 0)).toBe(true)
  await finish(1)
  expect(admits(load, list, 1)).toBe(true)
  void load.during(list, () => new Promise(() => {}))
  expect(admits(load, list, 30)).toBe(true)
})

it('remembers since when there is too much while calls go over from being known to being worked on', async () => {
  const { load, finish } = busyWith(16)
  expect(admits(load, list, 0)).toBe(true)
  await finish(16)
  for (let count = 0; count < 16; count++) void load.during(list, () => new Promise(() => {}))
  expect(admits(load, list, 5)).toBe(false)
})

it('is not kept busy by what waits for a provider', async () => {
  const { load } = busyWith(0)
  for (let count = 0; count < 50; count++) void load.during(signIn, () => new Promise(() => {}))
  expect([load.inHand, admits(load, list, 0), admits(load, list, 10)]).toEqual([0, true, true])
})
