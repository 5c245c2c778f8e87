import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { ConfigError, variablesOf } from '../platform/server/config.ts'
import { configSlices, readProductConfig } from './config.ts'

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
    readProductConfig(environment)
    return []
  } catch (error) {
    return error instanceof ConfigError ? error.sentences : [String(error)]
  }
}

describe('reading the environment', () => {
  it('needs nothing for a demo', () => {
    expect(readProductConfig({})).toMatchObject({
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
    expect(readProductConfig(production).mailFrom).toEqual({ name: 'Bay Street Homes', address: 'crm@example.test' })
    expect(readProductConfig({})).toMatchObject({
      mailUrl: null,
      mailFrom: { name: 'Keyturn', address: 'no-reply@keyturn.test' },
    })
  })

  it('needs to know in production where browsers reach it', () => {
    expect(sentences({ ...production, KEYTURN_PUBLIC_URL: '' }).join()).toContain('KEYTURN_PUBLIC_URL must be set')
    expect(readProductConfig({}).publicUrl).toBeNull()
  })

  it('ends sign-ins and links in e-mails, links not before the law allows', () => {
    expect(readProductConfig({})).toMatchObject({ sessionDays: 90, linkDays: 180 })
    expect(readProductConfig({ KEYTURN_SESSION_DAYS: '14', KEYTURN_LINK_DAYS: '60' })).toMatchObject({
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
    expect(readProductConfig(production).debug).toBe(false)
    expect(readProductConfig({}).debug).toBe(true)
    expect(readProductConfig({ KEYTURN_DEBUG: '0' }).debug).toBe(false)
  })

  it('reports errors on four stages, and on no other', () => {
    const dsn = 'https://key@errors.test/1'
    const on = (KEYTURN_STAGE: string) => readProductConfig({ KEYTURN_STAGE, KEYTURN_SENTRY_DSN: dsn }).sentryDsn
    expect(['staging', 'property_live', 'condos_live', 'mrloft_live'].map(on)).toEqual([dsn, dsn, dsn, dsn])
    expect(['local', 'property', 'live'].map(on)).toEqual([null, null, null])
    expect(readProductConfig({ KEYTURN_STAGE: 'staging' }).sentryDsn).toBeNull()
  })

  it('lists what is wrong with each part at once', () => {
    const named = ['KEYTURN_SECRET', 'KEYTURN_PUBLIC_URL', 'IDENTITY_ISSUER', 'MAIL_URL']
    expect(sentences({ KEYTURN_MODE: 'production' })).toEqual(named.map(name => expect.stringContaining(name)))
  })

  it('explains every variable in the README', async () => {
    const readme = await readFile('README.md', 'utf8')
    const names = Object.keys(variablesOf(configSlices))
    expect(names.length).toBeGreaterThan(40)
    expect(names.filter(name => !readme.includes(`\`${name}\``))).toEqual([])
  })
})
