import { describe, expect, it } from 'vitest'
import { judgeReplica } from './replica.ts'

const primary = { system: '7', database: 'keyturn' }

describe('the check of a replica', () => {
  it('is content with one that follows the primary', () => {
    expect(judgeReplica({ primary, replica: { ...primary, isFollowing: true } }).state).toBe('ok')
  })

  it.each([
    [{ ...primary, isFollowing: false }, 'follows no other server'],
    [{ ...primary, system: '8', isFollowing: true }, 'another database'],
    [{ ...primary, database: 'other', isFollowing: true }, 'another database'],
  ])('finds %j', (replica, said) => {
    expect(judgeReplica({ primary, replica })).toMatchObject({
      state: 'error',
      said: expect.stringContaining(said),
      mend: expect.any(String),
    })
  })

  it('warns of one that does not answer', () => {
    expect(judgeReplica(null)).toMatchObject({ state: 'warning', said: expect.stringContaining('does not answer') })
  })
})
