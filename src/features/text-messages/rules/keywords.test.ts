import { describe, expect, it } from 'vitest'
import { answerTo, keywordOf } from './keywords.ts'

describe('a word that ends texts', () => {
  it.each([
    'STOP',
    'stop',
    ' Stop ',
    'stop.',
    '"STOP"',
    'Stop!!',
    'ARRET',
    'Arrêt',
    'arrêt.',
    'ARRÊT',
    'Unsubscribe',
    'désabonner',
  ])('is understood as %j', body => expect(keywordOf(body)?.keyword).toBe('stop'))

  it.each([
    'stop please call me',
    'Stop by at noon?',
    'We could stop',
    'arrête de rire',
    '',
    '…',
    'constructor',
    'Yes',
  ])('is none in %j, which is for a person', body => expect(keywordOf(body)).toBeNull())
})

describe('the other words', () => {
  it('begin texts again, or ask what this is, in both languages', () => {
    expect(['START', 'unstop', 'HELP', 'Info', 'aide'].map(body => keywordOf(body))).toEqual([
      { keyword: 'start', language: 'en' },
      { keyword: 'start', language: 'en' },
      { keyword: 'help', language: 'en' },
      { keyword: 'help', language: 'en' },
      { keyword: 'help', language: 'fr' },
    ])
  })

  it('are answered in the language in which they were asked', () => {
    const site = { site: 'Keyturn', email: 'crm@keyturn.test' }
    expect(answerTo({ keyword: 'stop', language: 'fr' }, site)).toMatch(/^Keyturn : Vous ne recevrez plus/)
    expect(answerTo({ keyword: 'help', language: 'en' }, site)).toContain('crm@keyturn.test')
  })
})
