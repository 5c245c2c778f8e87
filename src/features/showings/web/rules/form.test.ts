import { describe, expect, it } from 'vitest'
import {
  bookedThen,
  emptyShowing,
  firstHourShown,
  holdsTime,
  placeInDay,
  saveLabel,
  showingFields,
  withAskedTime,
  withStart,
} from './form.ts'

const form = { ...emptyShowing, date: '2026-11-22', time_start: '14:00', time_end: '14:30' }
const own = { photo_base_url: 'https://photos.test/1.jpg' }
const ofListing = { photo_base_url: '/photos/C555' }

it('times are sent with seconds, and an end that is not known as none', () => {
  expect(showingFields(form, null)).toMatchObject({ time_start: '14:00:00', time_end: '14:30:00' })
  expect(showingFields({ ...form, time_end: '' }, null)).toMatchObject({ time_end: null })
})

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

  it('is chosen by whoever books, and then takes half an hour', () => {
    expect(emptyShowing).toMatchObject({ date: '', time_start: '', time_end: '' })
    expect(withStart(emptyShowing, '10:00')).toMatchObject({ time_start: '10:00', time_end: '10:30' })
  })

  it('leaves an end open that was taken away', () => {
    expect(withStart({ ...form, time_end: '' }, '10:00')).toMatchObject({ time_start: '10:00', time_end: '' })
  })
})

describe('the button that saves a showing', () => {
  it.each([
    [true, true, 'Andrés', 'Book and e-mail Andrés'],
    [true, false, 'Andrés', 'Book'],
    [false, true, '', 'Save and e-mail the client'],
  ])('says whether the client is written to', (isNew, isClientNotified, name, label) => {
    expect(saveLabel(isNew, isClientNotified, name)).toBe(label)
  })
})

describe('a time that the lead asked for', () => {
  const saturday = { date: '2026-11-28', from: '16:00' }
  const anyTime = { date: '2026-11-29', from: null }

  it('fills in the day and half an hour; without an hour only the day', () => {
    expect(withAskedTime(emptyShowing, saturday)).toMatchObject({
      date: '2026-11-28',
      time_start: '16:00',
      time_end: '16:30',
    })
    expect(withAskedTime(form, anyTime)).toMatchObject({ date: '2026-11-29', time_start: '14:00', time_end: '14:30' })
    expect(holdsTime(withAskedTime(emptyShowing, saturday), saturday)).toBe(true)
    expect(holdsTime(form, saturday)).toBe(false)
    expect(holdsTime({ date: '2026-11-29', time_start: '' }, anyTime)).toBe(true)
  })

  it('conflicts with what the agent has on in that half hour, and with nothing else', () => {
    const other = { id: 5, date: '2026-11-28', time_start: '16:15:00', time_end: '17:00:00' }
    expect(bookedThen(saturday, [other])).toBe(other)
    expect(bookedThen(saturday, [other], 5)).toBeUndefined()
    expect(bookedThen(saturday, [{ ...other, time_start: '16:30:00' }])).toBeUndefined()
    expect(bookedThen(saturday, [{ ...other, date: '2026-11-29' }])).toBeUndefined()
    expect(bookedThen(anyTime, [{ ...other, date: '2026-11-29' }])).toBeUndefined()
  })
})

describe('the day beside the form', () => {
  it('shows the hours around what is planned, else around what is booked first', () => {
    expect(firstHourShown('16:00', ['09:00:00'])).toBe(14)
    expect(firstHourShown('', ['13:00:00', '11:30:00'])).toBe(9)
    expect(firstHourShown('', [])).toBe(9)
    expect(firstHourShown('00:30', [])).toBe(0)
    expect(firstHourShown('23:30', [])).toBe(18)
  })

  it('places a showing within those hours, and leaves out what is out of sight', () => {
    expect(placeInDay({ time_start: '16:00', time_end: '16:30' }, 14)).toEqual({ top: 2, hours: 0.5 })
    expect(placeInDay({ time_start: '16:00', time_end: '' }, 14)).toEqual({ top: 2, hours: 0.5 })
    expect(placeInDay({ time_start: '13:30:00', time_end: '14:30:00' }, 14)).toEqual({ top: 0, hours: 0.5 })
    expect(placeInDay({ time_start: '09:00:00', time_end: '10:00:00' }, 14)).toBeNull()
    expect(placeInDay({ time_start: '20:00:00', time_end: '21:00:00' }, 14)).toBeNull()
  })
})
