import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense, useId, useState } from 'react'
import { Initials } from '../../platform/ui/pieces.tsx'
import { initialsOf } from '../../platform/web/text.ts'
import classes from './ProfileMenu.module.css'
import { useSession } from './session.ts'

const loadPanel = async () => ({ default: (await import('./ProfilePanel.tsx')).ProfilePanel })
const ProfilePanel = lazy(loadPanel)

/** The button at the top right; what is behind it is fetched when it is first reached for. */
export function ProfileMenu() {
  const { user } = useSession()
  const id = useId()
  const [top, setTop] = useState<number | null>(null)
  if (!user) return null
  return (
    <>
      <button
        type="button"
        className={classes.button}
        // Once the panel is there, the browser itself opens and closes it.
        popoverTarget={id}
        onPointerEnter={() => void loadPanel()}
        onFocus={() => void loadPanel()}
        onClick={event => setTop(event.currentTarget.getBoundingClientRect().bottom + 6)}
        aria-label={`Profile of ${`${user.firstName} ${user.lastName}`.trim()}`}
      >
        <Initials text={initialsOf(user.firstName, user.lastName)} hue="orange" size={26} />
        <IconChevronDown size={14} stroke={1.6} className={classes.chevron} aria-hidden="true" />
      </button>
      <Suspense>{top !== null && <ProfilePanel id={id} top={top} />}</Suspense>
    </>
  )
}
