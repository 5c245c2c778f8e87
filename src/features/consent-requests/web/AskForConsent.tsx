import { Menu } from '@mantine/core'
import { IconMailQuestion, IconMessageQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { consentQuery } from '../../consent/web/client.ts'
import type { LeadMenuActionProps } from '../../leads/web/extensions.ts'
import { useSession } from '../../people/web/client/viewer.ts'
import { TEXT_MESSAGES } from '../../text-messages/rules/feature.ts'
import { askedChannels } from '../rules.ts'
import { askForConsent } from './client.ts'

/** Asks the lead for express consent, in the menu of their page; not where they gave it already. */
export function AskForConsent({ lead }: LeadMenuActionProps) {
  const { data } = useQuery(consentQuery(lead.id))
  const { user } = useSession()
  if (!data || askedChannels.every(channel => data[channel].state === 'express')) return null
  return (
    <>
      <Menu.Item
        leftSection={<IconMailQuestion size={15} stroke={1.6} />}
        onClick={() => void askForConsent(lead.id, 'email')}
      >
        Ask for consent by e-mail
      </Menu.Item>
      {user?.features.includes(TEXT_MESSAGES) && (
        <Menu.Item
          leftSection={<IconMessageQuestion size={15} stroke={1.6} />}
          onClick={() => void askForConsent(lead.id, 'text')}
        >
          Ask for consent by text
        </Menu.Item>
      )}
    </>
  )
}
