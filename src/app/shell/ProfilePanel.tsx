import { useMantineColorScheme } from '@mantine/core'
import {
  IconCalendarTime,
  IconDevices,
  IconFileText,
  IconKeyboard,
  IconLifebuoy,
  IconLogout,
  IconPlugConnected,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { openHelpDesk, useHelpDesk } from '../../platform/web/helpDesk.ts'
import { openOverlay } from '../../platform/web/page/overlays.ts'
import { useGoTo } from './drawer/usePages.ts'
import { askToLogout } from './leave.ts'
import classes from './ProfileMenu.module.css'
import { schemes } from './palette/schemes.ts'
import { useSession } from './session.ts'

interface ProfilePanelProps {
  id: string
  /** Where it stands, from the top of the window. */
  top: number
}

/** The agent's name, light or dark, the sign-ins, connections, the keys, Feedback | Bug, Disclosure and Logout. It opens as it comes. */
export function ProfilePanel({ id, top }: ProfilePanelProps) {
  const { user, logout } = useSession()
  const helpDesk = useHelpDesk()
  const goTo = useGoTo()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.showPopover(), [])
  if (!user) return null
  const choose = (action: () => void) => () => {
    panel.current?.hidePopover()
    action()
  }
  return (
    <div ref={panel} id={id} popover="auto" className={classes.panel} style={{ top }}>
      <div className={classes.who}>
        <span className={classes.name}>{`${user.firstName} ${user.lastName}`.trim()}</span>
        <span className={classes.email}>{user.email}</span>
      </div>
      <SchemeChoice />
      <div className={classes.items}>
        <Item
          icon={<IconDevices size={16} stroke={1.6} />}
          label="My sign-ins"
          onPress={choose(() => goTo('/sign-ins'))}
        />
        {user.agent_id !== null && (
          <Item
            icon={<IconCalendarTime size={16} stroke={1.6} />}
            label="Working hours"
            onPress={choose(() => goTo('/working-hours'))}
          />
        )}
        <Item
          icon={<IconPlugConnected size={16} stroke={1.6} />}
          label="Connections"
          onPress={choose(() => goTo('/connections'))}
        />
        <Item icon={<IconKeyboard size={16} stroke={1.6} />} label="Keys" onPress={choose(() => openOverlay('keys'))} />
        {helpDesk && (
          <Item icon={<IconLifebuoy size={16} stroke={1.6} />} label="Feedback | Bug" onPress={choose(openHelpDesk)} />
        )}
        <a className={classes.item} href="/disclosure" target="_blank" rel="noreferrer">
          <IconFileText size={16} stroke={1.6} aria-hidden="true" /> Disclosure
        </a>
        <Item
          icon={<IconLogout size={16} stroke={1.6} />}
          label="Logout"
          onPress={choose(() => void askToLogout(logout))}
        />
      </div>
    </div>
  )
}

function SchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <fieldset className={classes.schemes}>
      <legend className="visually-hidden">Appearance</legend>
      {schemes.map(({ value, label, icon: Icon }) => (
        <label key={value} className={classes.scheme}>
          <input
            type="radio"
            name="scheme"
            className="visually-hidden"
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
          />
          <Icon size={15} stroke={1.6} /> {label}
        </label>
      ))}
    </fieldset>
  )
}

function Item({ icon, label, onPress }: { icon: ReactNode; label: string; onPress: () => void }) {
  return (
    <button type="button" className={classes.item} onClick={onPress}>
      {icon} {label}
    </button>
  )
}
