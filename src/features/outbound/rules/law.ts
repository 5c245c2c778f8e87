import { consentLaw } from '../../consent/rules.ts'
import type { SendingRule } from '../contract.ts'

/**
 * The rules by which messages are refused or wait, each with the day since which it holds: S.C. 2010, c. 23 (the anti-spam law), the
 * CRTC's Unsolicited Telecommunications Rules, and our own.
 */
export const sendingRules = {
  consent: lawOf('casl-consent', consentLaw.consent),
  withdrawal: lawOf('casl-withdrawal', consentLaw.withdrawal),
  identity: rule(
    'casl-identity',
    'Canada’s anti-spam law, section 6(2): sender, postal address and unsubscribe',
    '2014-07-01',
  ),
  callHours: rule('utr-hours', 'Unsolicited Telecommunications Rules: hours of calls', '2008-09-30'),
  doNotCall: lawOf('utr-dncl', consentLaw.doNotCall),
  ownDoNotCall: lawOf('utr-own-list', consentLaw.ownDoNotCall),
  textHours: rule('house-text-hours', 'House rule: hours of automatic texts', '2026-11-22'),
  blocked: rule('house-blocked', 'House rule: blocked numbers', '2026-11-22'),
  address: rule('house-address', 'House rule: addresses and numbers that work', '2026-11-22'),
  record: rule('house-record', 'House rule: leads that are worked on', '2026-11-22'),
  eligible: rule('house-marketing', 'House rule: who is sent marketing', '2026-11-22'),
  daily: rule('house-daily', 'House rule: commercial messages a day', '2026-11-22'),
} as const

function rule(id: string, label: string, since: string): SendingRule {
  return { id, label, since }
}

function lawOf(id: string, law: Omit<SendingRule, 'id'>): SendingRule {
  return { id, ...law }
}

const byId = new Map<string, SendingRule>(Object.values(sendingRules).map(one => [one.id, one]))

/** The rule of an id; its label is the id where the rule is no longer known. */
export const ruleOf = (id: string, since: string): SendingRule => ({ id, label: byId.get(id)?.label ?? id, since })
