import { renderHook } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { closeNotice, useNotices } from '../../../../platform/web/page/notices.ts'
import { watchLinkPresses } from '../../../../platform/web/page/presses/linkPresses.ts'
import type { Reached } from '../rules/reach.ts'
import { reachLead } from './reachLead.ts'

const lead: Reached & { id: number } = {
  id: 7,
  email: 'ana@people.test',
  email_private: null,
  phone: '+14165550134',
  phone_private: null,
  is_email_valid: true,
  is_phone_valid: true,
  text_validated: false,
  withdrawn_channels: [],
}

const said = () => renderHook(() => useNotices()).result.current

beforeEach(() => {
  for (const { id } of said()) closeNotice(id)
})

it.each([
  ['call', 'tel:'],
  ['text', 'sms:'],
  ['email', 'mailto:'],
] as const)('presses the link of a lead for a way to reach them: %s', (channel, scheme) => {
  const pressed: (string | undefined)[] = []
  const stop = watchLinkPresses(`a[data-call-lead][href^="${scheme}"]`, ({ callLead }) => pressed.push(callLead))
  reachLead(lead, channel)
  stop()
  expect(pressed).toEqual(['7'])
  expect(said()).toEqual([])
})

it('says why a lead is not reached', () => {
  reachLead({ ...lead, phone: null }, 'text')
  reachLead({ ...lead, withdrawn_channels: ['text'] }, 'text')
  reachLead({ ...lead, email: null }, 'email')
  expect(said().map(({ message }) => message)).toEqual([
    'No phone number',
    'This lead has withdrawn consent for texts.',
    'No e-mail address',
  ])
})
