import { describe, expect, it } from 'vitest'
import { testConfig } from '../../testing/config.ts'
import { shortLived } from './credentials.ts'

describe('a telephone system of the brokerage', () => {
  it('is none until its address is set', () => {
    expect(testConfig({}).sip).toBeNull()
  })

  it('takes its domain from its address, and browsers may reach it', () => {
    const { sip, connectsTo } = testConfig({ SIP_WS_URL: 'wss://pbx.example.com:8443/ws' })
    expect(sip).toMatchObject({ domain: 'pbx.example.com', secret: null, iceUrls: [] })
    expect(connectsTo).toEqual(['wss://pbx.example.com:8443'])
  })

  it.each([
    ['SIP_WS_URL', { SIP_WS_URL: 'https://pbx.example.com' }],
    ['SIP_ICE_URLS', { SIP_WS_URL: 'wss://pbx.example.com', SIP_ICE_URLS: 'http://pbx.example.com' }],
    ['TWILIO_VOICE_APP', { SIP_WS_URL: 'wss://pbx.example.com', TWILIO_VOICE_APP: 'AP1' }],
  ])('says what is wrong with %s', (name, environment) => {
    expect(() => testConfig(environment)).toThrow(name)
  })

  it('gets credentials that end, which it checks with the secret alone', () => {
    // Computed by OpenSSL: printf '1795435200:101' | openssl dgst -sha1 -hmac 'north of the lake' -binary | base64
    expect(shortLived('north of the lake', '101', new Date('2026-11-23T11:00:00Z'))).toEqual({
      name: '1795435200:101',
      password: 'MoGq4h6Q+mO5oYRVB4QoGJXzoGM=',
    })
  })
})
