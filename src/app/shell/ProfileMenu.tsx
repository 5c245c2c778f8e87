import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import {
  IconChevronDown,
  IconDeviceDesktop,
  IconDevices,
  IconFileText,
  IconKeyboard,
  IconLifebuoy,
  IconLogout,
  IconMoon,
  IconSun,
} from '@tabler/icons-react'
import { type ReactNode, useId, useRef } from 'react'
import { Initials } from '../../platform/ui/pieces.tsx'
import { openHelpDesk, useHelpDesk } from '../../platform/web/helpDesk.ts'
import { initialsOf } from '../../platform/web/text.ts'
import { askToLogout } from './leave.ts'
import { openKeyList } from './overlays.ts'
import classes from './ProfileMenu.module.css'
import { useSession } from './session.ts'
import { useGoTo } from './usePages.ts'

const schemes: { value: MantineColorScheme; label: string; icon: ReactNode }[] = [
  { value: 'light', label: 'Light', icon: <IconSun size={15} stroke={1.6} /> },
  { value: 'dark', label: 'Dark', icon: <IconMoon size={15} stroke={1.6} /> },
  { value: 'auto', label: 'System', icon: <IconDeviceDesktop size={15} stroke={1.6} /> },
]

/** The agent's name, light or dark, the sign-ins, the keys, Feedback | Bug, Disclosure and Logout. */
export function ProfileMenu() {
  const { user, logout } = useSession()
  const helpDesk = useHelpDesk()
  const goTo = useGoTo()
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  if (!user) return null
  const name = `${user.firstName} ${user.lastName}`.trim()
  const place = (button: HTMLElement) =>
    panel.current?.style.setProperty('top', `${button.getBoundingClientRect().bottom + 6}px`)
  const choose = (act: () => void) => () => {
    panel.current?.hidePopover()
    act()
  }
  return (
    <>
      <button
        type="button"
        className={classes.button}
        popoverTarget={id}
        onClick={event => place(event.currentTarget)}
        aria-label={`Profile of ${name}`}
      >
        <Initials text={initialsOf(user.firstName, user.lastName)} hue="orange" size={26} />
        <IconChevronDown size={14} stroke={1.6} className={classes.chevron} aria-hidden="true" />
      </button>
      <div ref={panel} id={id} popover="auto" className={classes.panel}>
        <div className={classes.who}>
          <span className={classes.name}>{name}</span>
          <span className={classes.email}>{user.email}</span>
        </div>
        <SchemeChoice />
        <div className={classes.items}>
          <Item
            icon={<IconDevices size={16} stroke={1.6} />}
            label="My sign-ins"
            onPress={choose(() => goTo('/sign-ins'))}
          />
          <Item icon={<IconKeyboard size={16} stroke={1.6} />} label="Keys" onPress={choose(openKeyList)} />
          {helpDesk && (
            <Item
              icon={<IconLifebuoy size={16} stroke={1.6} />}
              label="Feedback | Bug"
              onPress={choose(openHelpDesk)}
            />
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
    </>
  )
}

function SchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <fieldset className={classes.schemes}>
      <legend className="visually-hidden">Colours</legend>
      {schemes.map(({ value, label, icon }) => (
        <label key={value} className={classes.scheme}>
          <input
            type="radio"
            name="scheme"
            className="visually-hidden"
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
          />
          {icon} {label}
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
