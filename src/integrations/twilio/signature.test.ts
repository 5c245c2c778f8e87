import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { fieldsOf, isFromTwilio } from './signature.ts'

const { getExpectedBodyHash, getExpectedTwilioSignature } = createRequire(import.meta.url)(
  'twilio/lib/webhooks/webhooks.js',
) as typeof import('twilio/lib/webhooks/webhooks.js')

const TOKEN = 'the-token-of-the-account'
const FORM = 'application/x-www-form-urlencoded'

/** Signs as Twilio does, at the address that it was given. */
const signedForm = (url: string, body: string, token = TOKEN) => ({
  url,
  signature: getExpectedTwilioSignature(token, url, fieldsOf(body)),
  contentType: FORM,
  body,
})

const isTrue = (request: Parameters<typeof isFromTwilio>[1], tokens = [TOKEN]) => isFromTwilio(tokens, request)

describe('a hook of Twilio', () => {
  it.each([
    ['plain', 'https://crm.example.com/crm/hooks/twilio/sms', 'From=%2B14165550126&Body=Yes'],
    ['on a port of its own', 'https://crm.example.com:8443/crm/hooks/twilio/sms', 'Body=Yes'],
    ['behind a path of a proxy', 'https://example.com/keyturn/crm/hooks/twilio/sms', 'Body=Yes'],
    ['with a slash at the end', 'https://crm.example.com/crm/hooks/twilio/sms/', 'Body=Yes'],
    ['with a query', 'https://crm.example.com/crm/hooks/twilio/sms?a=1&b=Smith%20%26%20Sons', 'Body=Yes'],
    ['with overrides of the connection', 'https://crm.example.com/crm/hooks/twilio/sms?rc=2&rt=15000', 'Body=Yes'],
    ['with a plus and spaces', 'https://crm.example.com/crm/hooks/twilio/sms', 'Body=1+%2B+1+%3D%20two'],
    ['with spaces around the text', 'https://crm.example.com/crm/hooks/twilio/sms', 'Body=%20%20hello%0A%20'],
    ['with accents and an emoji', 'https://crm.example.com/crm/hooks/twilio/sms', 'Body=Arr%C3%AAt%20%F0%9F%8F%A0'],
    ['with an empty field', 'https://crm.example.com/crm/hooks/twilio/sms', 'Body=&NumMedia=0'],
    ['with a field that is there twice', 'https://crm.example.com/crm/hooks/twilio/sms', 'Body=Yes&Tag=b&Tag=a'],
  ])('is believed: %s', (_what, url, body) => {
    const request = signedForm(url, body)
    expect(isTrue(request)).toBe(true)
    expect(isTrue({ ...request, body: `${body}!` })).toBe(false)
    expect(isTrue({ ...request, url: `${url}x` })).toBe(false)
    expect(isTrue({ ...request, url: url.replace('https', 'http') })).toBe(false)
    expect(isTrue({ ...request, signature: undefined })).toBe(false)
    expect(isTrue({ ...request, signature: '' })).toBe(false)
    expect(isTrue(signedForm(url, body, 'another token'))).toBe(false)
  })

  it('may be JSON, of which the address has a hash', () => {
    const body = '{"MessageSid":"SM1","Body":" hi "}'
    const url = `https://crm.example.com/crm/hooks/twilio/sms?bodySHA256=${getExpectedBodyHash(body)}`
    const signature = getExpectedTwilioSignature(TOKEN, url, {})
    const request = { url, signature, contentType: 'application/json', body }
    expect(isTrue(request)).toBe(true)
    expect(isTrue({ ...request, body: body.replace('hi', 'ho') })).toBe(false)
    expect(isTrue({ ...request, contentType: FORM })).toBe(false)
  })

  it('is believed by either token while the primary one is being replaced, and by none when there is none', () => {
    const request = signedForm('https://crm.example.com/crm/hooks/twilio/sms', 'Body=Yes', 'the next token')
    expect(isTrue(request, [TOKEN, 'the next token'])).toBe(true)
    expect(isTrue(request, [])).toBe(false)
  })
})
