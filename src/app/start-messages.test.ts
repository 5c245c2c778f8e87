import { describe, expect, it } from 'vitest'
import { testConfig } from '../testing/config.ts'
import { welcome } from './start-messages.ts'

const URL = 'http://127.0.0.1:3000'

describe('what is printed when the product is ready', () => {
  it('is the address, the demo accounts and where mail is', () => {
    const said = welcome(testConfig(), URL)
    expect(said).toContain(`Keyturn is ready: ${URL}\n`)
    expect(said).toContain('agent@keyturn.test')
    expect(said).toContain(`${URL}/outbox`)
  })

  it('says who reaches the demo: this machine alone, unless HOST says otherwise', () => {
    expect(testConfig().host).toBe('127.0.0.1')
    expect(welcome(testConfig(), URL)).toContain('Only this machine can reach it. To show the demo to others, set HOST')
    expect(welcome(testConfig({ HOST: '0.0.0.0' }), URL)).toContain('Anyone who can reach this machine can sign in')
  })

  it('names no outbox when the mail of a demo really leaves', () => {
    expect(welcome(testConfig({ MAIL_URL: 'smtp://mail.example.test' }), URL)).not.toContain('/outbox')
  })

  it('is the address alone in production', () => {
    const config = testConfig({
      KEYTURN_MODE: 'production',
      KEYTURN_PUBLIC_URL: 'https://crm.example.test',
      KEYTURN_SECRET: 'vR8#kd02-Lq7zP1x!mTn5BwE4sJ6hYc9',
      IDENTITY_ISSUER: 'https://id.example.test',
      IDENTITY_CLIENT_ID: 'keyturn',
      IDENTITY_CLIENT_SECRET: 'shh',
      MAIL_URL: 'smtp://mail.example.test',
      MAIL_FROM: 'crm@example.test',
    })
    expect(welcome(config, URL)).toBe(`Keyturn is ready: ${URL}\n`)
    expect(config.host).toBe('0.0.0.0')
  })
})
