import { expect, test } from 'vitest'
import { CaughtUp, MAX_AGE_MS } from './caughtUp.ts'

const sample = (at: number) => ({
  at,
  place: { lsn: `0/${at}`, system: '7', database: 'keyturn' },
  position: String(at),
})

test('a replica is known to have nothing until it came to where the primary was', () => {
  const replica = new CaughtUp()
  expect(replica.known(0)).toBeNull()
  replica.sampled(sample(100))
  expect(replica.known(200)).toBeNull()
  replica.reached()
  expect(replica.known(200)).toEqual(sample(100))
})

test('what it was seen to have counts from when the primary was there, not from when that was noticed', () => {
  const replica = new CaughtUp()
  replica.sampled(sample(0))
  replica.reached()
  expect(replica.known(MAX_AGE_MS)).toEqual(sample(0))
  expect(replica.known(MAX_AGE_MS + 1)).toBeNull()
})

test('a replica that lags behind has time to come to a place before another is set', () => {
  const replica = new CaughtUp()
  replica.sampled(sample(0))
  replica.sampled(sample(400))
  expect(replica.next).toEqual(sample(0))
  replica.reached()
  replica.sampled(sample(800))
  expect(replica.next).toEqual(sample(800))
  expect(replica.known(900)).toEqual(sample(0))
})

test('a place that it did not come to in time is replaced by a newer one', () => {
  const replica = new CaughtUp()
  replica.sampled(sample(0))
  replica.sampled(sample(MAX_AGE_MS + 1))
  expect(replica.next).toEqual(sample(MAX_AGE_MS + 1))
})

test('a replica that was away has to be seen again', () => {
  const replica = new CaughtUp()
  replica.sampled(sample(0))
  replica.reached()
  replica.sampled(sample(100))
  replica.lost()
  expect(replica.known(101)).toBeNull()
  expect(replica.next).toBeNull()
})
