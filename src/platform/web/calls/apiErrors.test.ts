import { describe, expect, test } from 'vitest'
import {
  ApiError,
  DetailedError,
  errorOf,
  SERVER_FAILED,
  SessionEndedError,
  sentenceOf,
  serverSentence,
  ValidationError,
} from './apiErrors.ts'

describe('what an answer says', () => {
  test('status 1 is a success, any other an error', () => {
    expect(errorOf({ status: 1, data: {}, message: null, error: null })).toBeNull()
    expect(errorOf({ status: 0, message: 'The lead is gone.', error: 'not_found' })?.message).toBe('The lead is gone.')
    expect(errorOf({ status: 2, message: 'Odd.' })?.message).toBe('Odd.')
  })

  test.each(['non_refreshable', 'token_invalid', 'no_token'])('%s ends the session', code => {
    const error = errorOf({ status: 0, message: 'Bad token.', error: code })
    expect(error).toBeInstanceOf(SessionEndedError)
    expect(error?.message).toBe('Your session has expired, please login again.')
  })

  test('one field that was refused is an issue, several are issues', () => {
    const one = errorOf({ status: 0, message: { email: ['email must be an e-mail address.'] }, error: 'validation' })
    expect(one).toBeInstanceOf(ValidationError)
    expect(one?.message).toBe('Validation Error: Please fix the identified issue - email must be an e-mail address.')
    const two = errorOf({ status: 0, message: { email: ['a.'], phone: ['b.', 'c.'] } })
    expect(two?.message).toBe('Validation Error: Please fix the identified issues - a, b, c.')
  })

  test('names of fields become words, beside a field with a capital', () => {
    const text = 'stated_price_max must not be below stated_price_min.'
    const error = errorOf({
      status: 0,
      message: { stated_price_max: [text], creditScore: ['creditScore must be at most 900.'] },
    })
    expect(error?.message).toBe(
      'Validation Error: Please fix the identified issues - stated price max must not be below stated price min, credit score must be at most 900.',
    )
    expect((error as ValidationError).fields).toEqual({
      stated_price_max: ['Stated price max must not be below stated price min.'],
      creditScore: ['Credit score must be at most 900.'],
    })
  })

  test.each(['notes.jpg', 'front_of_home.jpg', 'myHome.PNG'])('the name of the file %s is no name of a field', file => {
    const text = `${file} is no picture that can be read.`
    const error = errorOf({ status: 0, message: { photos: [text] } })
    expect(error?.message).toBe(`Validation Error: Please fix the identified issue - ${text}`)
    expect((error as ValidationError).fields).toEqual({ photos: [text] })
  })

  test('one field among those of a list is worded with its place', () => {
    const message = {
      'areas.0.areaId': ['areas.0.areaId is required.'],
      'areas.0.extra': ['extra is not a known field.'],
    }
    expect((errorOf({ status: 0, message }) as ValidationError).fields).toEqual({
      'areas.0.areaId': ['Areas 0 area id is required.'],
      'areas.0.extra': ['Extra is not a known field.'],
    })
  })

  test('a single error of data.errors speaks for itself, several are summed up, and the message wins over both', () => {
    const one = errorOf({ status: 0, data: { errors: ['No such template.'] } })
    expect(one).toBeInstanceOf(DetailedError)
    expect(one?.message).toBe('No such template.')
    expect(errorOf({ status: 0, data: { errors: ['a', 'b'] } })?.message).toBe('There are errors with this request')
    expect(errorOf({ status: 0, message: 'Said plainly.', data: { errors: ['a'] } })?.message).toBe('Said plainly.')
  })

  test('nothing that can be understood is an undefined error', () => {
    for (const body of [null, '', 'oops', {}, { status: 0 }, { status: 0, message: {} }]) {
      expect(errorOf(body)).toBeInstanceOf(ApiError)
      expect(errorOf(body)?.message).toBe('Undefined error')
    }
  })
})

test('whatever was thrown is said in its own words, and an answer without words in those of the action', () => {
  expect(sentenceOf(errorOf({ status: 0, message: 'The lead is gone.' }), 'There was an error.')).toBe(
    'The lead is gone.',
  )
  expect(sentenceOf(errorOf({ status: 0 }), 'There was an error.')).toBe('There was an error.')
  expect(sentenceOf(errorOf({ status: 0 }))).toBe('Undefined error')
})

test('a server that failed without a word is said to have failed, with what can be done about it', () => {
  const page = errorOf(null, { status: 502 })
  expect(page?.message).toBe('Undefined error')
  expect(sentenceOf(page)).toBe(SERVER_FAILED)
  expect(sentenceOf(errorOf({ status: 0, message: '' }, { status: 500 }))).toBe(SERVER_FAILED)
  expect(sentenceOf(page, 'Failed to save.')).toBe('Failed to save.')
})

test("a refusal is said in the server's words, a failure in ours", () => {
  const said = (error: unknown) => serverSentence(error, 'Failed to save.')
  expect(said(errorOf({ status: 0, message: 'The day is over.' }, { status: 409 }))).toBe('The day is over.')
  expect(said(errorOf({ status: 0, message: 'Back at 5 PM.' }, { status: 503 }))).toBe('Back at 5 PM.')
  expect(said(errorOf({ status: 0, message: 'Server says no.' }, { status: 500 }))).toBe('Failed to save.')
  expect(said(errorOf(null, { status: 500 }))).toBe('Failed to save.')
  expect(said(new ApiError('The server cannot be reached.', { code: 'offline' }))).toBe('Failed to save.')
  expect(said(new TypeError('x is not a function'))).toBe('Failed to save.')
})
