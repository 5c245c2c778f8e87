import { expect, test } from 'vitest'
import { z } from 'zod'
import { read, write } from '../wire/call.ts'
import { connectFeatures, defineFeature } from './feature.ts'
import { defineJob } from './jobs/jobs.ts'

const calls = {
  get: read('thing/:id', {
    right: 'public',
    input: z.object({ id: z.number() }),
    output: z.object({ id: z.number() }),
  }),
  save: write('thing', { right: 'public', output: z.object({ saved: z.boolean() }) }),
}
const get = async (_ctx: unknown, { id }: { id: number }) => ({ id })
const byName = async (_ctx: unknown, { name }: { name: string }) => ({ id: name.length })
const save = async () => ({ saved: true })
const job = defineJob({ name: 'tidy', title: 'Tidy up', data: z.object({}), async run() {} })

test('a feature whose parts have the wrong shape does not compile', () => {
  const feature = defineFeature({ name: 'things', calls, handlers: { get, save }, jobs: [job] })
  expect(feature).toMatchObject({ name: 'things', jobs: [{ name: 'tidy' }] })
  // @ts-expect-error: no handler for `save`
  defineFeature({ name: 'things', calls, handlers: { get } })
  // @ts-expect-error: answers a text where the table says a number
  defineFeature({ name: 'things', calls, handlers: { get: async () => ({ id: 'one' }), save } })
  // @ts-expect-error: reads an input that the call does not have
  defineFeature({ name: 'things', calls, handlers: { get: byName, save } })
  // @ts-expect-error: a handler without a call
  defineFeature({ name: 'things', calls, handlers: { get, save, remove: save } })
  // @ts-expect-error: a function is no job
  defineFeature({ name: 'things', calls, handlers: { get, save }, jobs: [async () => undefined] })
})

test('listeners are registered once, however many servers a process builds', () => {
  const happened: string[] = []
  const feature = defineFeature({
    name: 'things',
    calls,
    handlers: { get, save },
    listeners: [() => happened.push('listener')],
    gather: features => happened.push(features.map(({ name }) => name).join()),
  })
  connectFeatures([feature])
  connectFeatures([feature])
  expect(happened).toEqual(['listener', 'things', 'things'])
})
