import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const production = {
  KEYTURN_MODE: 'production',
  KEYTURN_PUBLIC_URL: 'https://crm.example.test',
  KEYTURN_SECRET: 'vR8#kd02-Lq7zP1x!mTn5BwE4sJ6hYc9',
  IDENTITY_ISSUER: 'https://id.example.test',
  IDENTITY_CLIENT_ID: 'keyturn',
  IDENTITY_CLIENT_SECRET: 'shh',
  MAIL_URL: 'smtp://mail.example.test',
  MAIL_FROM: 'Bay Street Homes <crm@example.test>',
}
const sentences = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    return error instanceof ConfigError ? error.sentences : [String(error)]
  }
}

describe('reading the environment', () => {
  it('needs nothing for a demo', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      mode: 'demo',
      demoLeads: 2000,
      brand: 'property',
      databaseUrl: null,
    })
  })

  it('names the variable that is wrong', () => {
    expect(sentences({ PORT: 'eighty' }).join()).toContain('PORT')
    expect(sentences({ KEYTURN_BRAND: 'castle' }).join()).toContain('KEYTURN_BRAND')
    expect(sentences({ DATABASE_URL: 'mysql://x' }).join()).toContain('DATABASE_URL')
  })

  it('refuses production without a strong secret, and without a way to sign in', () => {
    expect(sentences(production)).toEqual([])
    expect(sentences({ ...production, KEYTURN_SECRET: '' }).join()).toContain('KEYTURN_SECRET is missing')
    expect(sentences({ ...production, KEYTURN_SECRET: 'short' }).join()).toContain('KEYTURN_SECRET is too weak')
    expect(sentences({ ...production, KEYTURN_SECRET: 'a'.repeat(64) }).join()).toContain('too weak')
    expect(sentences({ ...production, IDENTITY_ISSUER: '' }).join()).toContain('IDENTITY_ISSUER')
  })

  it('needs a mail server and a sender in production, and none for a demo', () => {
    expect(sentences({ ...production, MAIL_URL: '' }).join()).toContain('MAIL_URL must be set')
    expect(sentences({ ...production, MAIL_FROM: '' }).join()).toContain('MAIL_FROM must be set')
    expect(sentences({ ...production, MAIL_URL: 'http://mail.example.test' }).join()).toContain('MAIL_URL')
    expect(sentences({ ...production, MAIL_FROM: 'Bay Street\r\nBcc: all@example.test' }).join()).toContain('MAIL_FROM')
    expect(readConfig(production).mailFrom).toEqual({ name: 'Bay Street Homes', address: 'crm@example.test' })
    expect(readConfig({})).toMatchObject({
      mailUrl: null,
      mailFrom: { name: 'Keyturn', address: 'no-reply@keyturn.test' },
    })
  })

  it('needs to know in production where browsers reach it', () => {
    expect(sentences({ ...production, KEYTURN_PUBLIC_URL: '' }).join()).toContain('KEYTURN_PUBLIC_URL must be set')
    expect(readConfig({}).publicUrl).toBeNull()
  })

  it('ends sign-ins and links in e-mails, links not before the law allows', () => {
    expect(readConfig({})).toMatchObject({ sessionDays: 90, linkDays: 180 })
    expect(readConfig({ KEYTURN_SESSION_DAYS: '14', KEYTURN_LINK_DAYS: '60' })).toMatchObject({
      sessionDays: 14,
      linkDays: 60,
    })
    expect(sentences({ KEYTURN_SESSION_DAYS: '0' }).join()).toContain('KEYTURN_SESSION_DAYS')
    expect(sentences({ KEYTURN_LINK_DAYS: '59' }).join()).toContain('KEYTURN_LINK_DAYS')
  })

  it('wants to know whose the map tiles are; a map style says that itself', () => {
    const tiles = { KEYTURN_MAP_TILES: 'https://tiles.example.test/{z}/{x}/{y}.png' }
    expect(sentences(tiles).join()).toContain('KEYTURN_MAP_ATTRIBUTION must be set')
    expect(sentences({ ...tiles, KEYTURN_MAP_ATTRIBUTION: '© Example' })).toEqual([])
    expect(sentences({ KEYTURN_MAP_TILES: 'https://tiles.example.test/style.json' })).toEqual([])
  })

  it('has no debugging in production unless it is asked for', () => {
    expect(readConfig(production).debug).toBe(false)
    expect(readConfig({}).debug).toBe(true)
    expect(readConfig({ KEYTURN_DEBUG: '0' }).debug).toBe(false)
  })
})
