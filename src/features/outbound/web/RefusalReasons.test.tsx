import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { sendingRules } from '../rules/law.ts'
import { RefusalReasons } from './pieces.tsx'

afterEach(cleanup)

it('says of a refusal since when it stands, how we know, and by which rule of which day', () => {
  const rule = sendingRules.withdrawal
  const sentence = 'This lead has withdrawn consent for texts.'
  render(
    <RefusalReasons
      refusals={[
        { code: 'withdrawn', sentence, since: '2025-11-03T15:00:00Z', source: 'Text message', rule },
        {
          code: 'blocked',
          sentence: 'You blocked this number.',
          since: null,
          source: null,
          rule: sendingRules.blocked,
        },
      ]}
    />,
  )
  expect(screen.getByText(sentence).textContent).toBe(
    `${sentence} Since Nov 3, 2025, Text message · ${rule.label}, in force since Jul 1, 2014`,
  )
  expect(screen.getByText('You blocked this number.').textContent).toContain(
    'House rule: blocked numbers, in force since',
  )
})
