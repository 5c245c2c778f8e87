import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconCalendarOff, IconDeviceTablet, IconDots, IconLink, IconPencil, IconRefresh } from '@tabler/icons-react'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { confirm } from '../../../../platform/web/page/confirm.ts'
import { copyText, notify, notifyFailure } from '../../../../platform/web/page/notices.ts'
import { ownRegion } from '../../../../platform/web/region.ts'
import type { OpenHouse } from '../../contract.ts'
import { signInPath } from '../../rules.ts'
import { cancelOpenHouse, renewLink } from '../client.ts'
import { hoursText } from '../wording.ts'
import classes from './OpenHouses.module.css'
import { Visitors } from './Visitors.tsx'

interface UpcomingOpenHouseProps {
  house: OpenHouse
  now: Date
  /** Opens the form; `null` for whoever may not change it. */
  onChange: (() => void) | null
}

/** An open house that is planned, or on: its hours, the page for its tablet, and who came so far. */
export function UpcomingOpenHouse({ house, now, onChange }: UpcomingOpenHouseProps) {
  const { token, host, visitor_count } = house
  const hours = hoursText(house, now, ownRegion().zone)
  const facts = [host && `Hosted by ${host.name}`, visitor_count > 0 && `${visitor_count} signed in`]
  return (
    <li className={classes.house} aria-label={hours}>
      <div className={classes.line}>
        <b>{hours}</b>
        {token && (
          <Button
            component="a"
            href={signInPath(token)}
            target="_blank"
            rel="noreferrer"
            variant="subtle"
            size="compact-sm"
            leftSection={<IconDeviceTablet size={15} stroke={1.6} />}
          >
            Sign-in page
          </Button>
        )}
        {onChange && <HouseMenu house={house} hours={hours} onChange={onChange} />}
      </div>
      <p className={classes.meta}>{facts.filter(Boolean).join(' · ') || 'No host'}</p>
      {token && visitor_count > 0 && <Visitors house={house} />}
    </li>
  )
}

interface HouseMenuProps {
  house: OpenHouse
  hours: string
  onChange(): void
}

function HouseMenu({ house: { id, token }, hours, onChange }: HouseMenuProps) {
  const icon = { size: 15, stroke: 1.6 }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon size="sm" aria-label={`More about ${hours}`}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {token && (
          <Menu.Item leftSection={<IconLink {...icon} />} onClick={() => copyLink(token)}>
            Copy link to the sign-in page
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onChange}>
          Change
        </Menu.Item>
        <Menu.Item leftSection={<IconRefresh {...icon} />} onClick={() => void askToRenew(id)}>
          Renew the link
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconCalendarOff {...icon} />} onClick={() => void askToCancel(id, hours)}>
          Cancel the open house
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const copyLink = (token: string): Promise<void> => copyText(window.location.origin + signInPath(token), 'Link copied.')

async function askToRenew(id: number): Promise<void> {
  const isSure = await confirm({
    title: 'Renew the link?',
    message: 'A tablet that has the old link open can no longer sign visitors in. Open the new link there.',
  })
  if (isSure) await attempt(() => renewLink(id), 'The old link no longer works.')
}

async function askToCancel(id: number, hours: string): Promise<void> {
  const isSure = await confirm({
    title: 'Cancel the open house?',
    message: `${hours}. Nobody can sign in any more; whoever signed in stays a lead.`,
    destructive: true,
  })
  if (isSure) await attempt(() => cancelOpenHouse(id), 'The open house is cancelled.')
}

async function attempt(act: () => Promise<void>, done: string): Promise<void> {
  try {
    await act()
    notify(done)
  } catch (error) {
    notifyFailure(sentenceOf(error))
  }
}
