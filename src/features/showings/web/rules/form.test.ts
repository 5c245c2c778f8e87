import { describe, expect, it } from 'vitest'
import { emptyShowing, showingFields, withStart } from './form.ts'

const form = emptyShowing(new Date('2026-11-21T15:00:00Z'), 'America/Toronto')
const own = { photo_base_url: 'https://photos.test/1.jpg' }
const ofListing = { photo_base_url: '/photos/C555' }

describe('the photo of a showing form', () => {
  it('is taken away when it was given by hand and the field was cleared', () => {
    expect(showingFields(form, own)).toMatchObject({ photo_base_url: null })
  })

  it('stays with the listing when nobody gave one', () => {
    expect(showingFields(form, ofListing)).not.toHaveProperty('photo_base_url')
    expect(showingFields(form, null)).not.toHaveProperty('photo_base_url')
  })

  it('is the one that was typed', () => {
    expect(showingFields({ ...form, ...own }, ofListing)).toMatchObject(own)
  })
})

describe('another start', () => {
  it('keeps how long a showing takes, as far as the day goes', () => {
    expect(withStart(form, '16:00')).toMatchObject({ time_start: '16:00', time_end: '16:30' })
    expect(withStart(form, '23:50')).toMatchObject({ time_end: '23:59' })
  })
})
