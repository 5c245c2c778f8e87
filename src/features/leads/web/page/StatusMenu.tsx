import { Menu, type MenuProps } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Fragment, type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import { KeyHint } from '../../../../platform/ui/pieces.tsx'
import { LeadDial } from '../pieces/LeadDial.tsx'
import { groupsOfMenu, keyOfStatus, narrowed, remarkOf, statusOfKey } from '../rules/statusMenu.ts'
import classes from './StatusMenu.module.css'

interface StatusMenuProps extends Pick<MenuProps, 'position' | 'opened'> {
  /** The status now; `null` where several leads are set. */
  value: number | null
  /** Whose status it is, where that is not plain. */
  name?: string
  onChange(value: number): void
  onOpened?(open: boolean): void
  /** The button that it belongs to. */
  children: ReactElement
}

/**
 * The list of statuses at its button. It opens on the current one, so that Enter changes nothing; a digit sets the status
 * that it stands beside, and letters narrow the list.
 */
export function StatusMenu({ position = 'bottom-start', opened, onOpened, children, ...list }: StatusMenuProps) {
  return (
    <Menu
      {...(opened === undefined ? {} : { opened })}
      {...(onOpened && { onChange: onOpened })}
      position={position}
      offset={2}
      width="min(326px, 100vw - 16px)"
      withinPortal
    >
      <Menu.Target>{children}</Menu.Target>
      <Statuses {...list} />
    </Menu>
  )
}

function Statuses({ value, name, onChange }: Pick<StatusMenuProps, 'value' | 'name' | 'onChange'>) {
  const [typed, setTyped] = useState('')
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (typed !== '') list.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }, [typed])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const status = statusOfKey(event.key, 'menu')
    if (status !== null) {
      event.preventDefault()
      // Pressed, it closes the menu, too. While the list is narrowed it may not be there.
      const item = list.current?.querySelector<HTMLElement>(`[data-status="${status}"]`)
      return item ? item.click() : setTyped('')
    }
    if (event.key !== 'Backspace' && !/^\p{L}$/u.test(event.key)) return
    event.preventDefault()
    setTyped(event.key === 'Backspace' ? typed.slice(0, -1) : narrowed(typed, event.key))
  }
  return (
    <Menu.Dropdown ref={list} className={classes.list} onKeyDown={onKeyDown}>
      <p className={classes.head} aria-hidden>
        <span data-empty={typed === '' || undefined}>{typed || 'Type a status'}</span>
        {name && <span>for {name}</span>}
      </p>
      {groupsOfMenu(typed).map((group, index) => (
        <Fragment key={group[0]?.value}>
          {index > 0 && <Menu.Divider />}
          {group.map(status => (
            <Menu.Item
              key={status.value}
              className={classes.item}
              leftSection={<LeadDial status={status.value} />}
              rightSection={<Marks isCurrent={status.value === value} status={status.value} />}
              aria-current={status.value === value}
              data-autofocus={status.value === value || undefined}
              data-status={status.value}
              onClick={() => onChange(status.value)}
            >
              {status.label}
              <Remark text={remarkOf(status.value, value)} />
            </Menu.Item>
          ))}
        </Fragment>
      ))}
      <p className={classes.foot} data-hints aria-hidden>
        <span>
          <KeyHint keys="↑ ↓" /> move
        </span>
        <span>
          <KeyHint keys="↵" /> set
        </span>
        <span>
          <KeyHint keys="Esc" /> close
        </span>
      </p>
    </Menu.Dropdown>
  )
}

const Remark = ({ text }: { text: string | null }) => text && <span className={classes.remark}> {text}</span>

function Marks({ isCurrent, status }: { isCurrent: boolean; status: number }) {
  const key = keyOfStatus(status, 'menu')
  return (
    <span className={classes.marks} aria-hidden>
      {isCurrent && <IconCheck size={15} stroke={1.6} />}
      {key && (
        <span className={classes.key}>
          <KeyHint keys={key} />
        </span>
      )}
    </span>
  )
}
