import { Loader, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { dealStatus, dealStatuses } from '../../rules/kinds.ts'
import { changeStatus, useIsDealOffice } from '../client.ts'
import { DealDial } from './DealDial.tsx'
import classes from './DealStatusMenu.module.css'

const CloseDeal = lazy(async () => ({ default: (await import('./CloseDeal.tsx')).CloseDeal }))

interface DealStatusMenuProps {
  deal: { id: number; status: number; status_description: string; close_date: string | null }
  /** How the deal is called, for people who do not see the row. */
  title: string
  /** What it lacks before it may close; not known in lists, where the server says so. */
  missing?: readonly string[]
  disabled?: boolean
  isLarge?: boolean
}

/** The status of a deal, and the menu that changes it. A deal that closes asks for its day first. */
export function DealStatusMenu({ deal, title, missing = [], disabled = false, isLarge = false }: DealStatusMenuProps) {
  const [isSaving, setSaving] = useState(false)
  const [isClosing, setClosing] = useState(false)
  const isOffice = useIsDealOffice()
  const change = async (status: number) => {
    if (status === deal.status) return
    if (status === dealStatus.closed) return setClosing(true)
    setSaving(true)
    await changeStatus(deal, status)
    setSaving(false)
  }
  return (
    <>
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <button
            type="button"
            className={classes.status}
            data-large={isLarge || undefined}
            disabled={disabled}
            aria-busy={isSaving}
            aria-label={`Status of ${title}: ${deal.status_description}`}
          >
            {isSaving ? <Loader size={14} /> : <DealDial status={deal.status} />}
            {deal.status_description}
            {isLarge && <IconChevronDown size={14} stroke={1.6} aria-hidden />}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {dealStatuses.map(({ id, name }) => {
            const lacks = id === dealStatus.closed && id !== deal.status && missing.length > 0
            return (
              <Menu.Item
                key={id}
                leftSection={<DealDial status={id} />}
                aria-current={id === deal.status || undefined}
                disabled={lacks && !isOffice}
                onClick={() => void change(id)}
              >
                {name}
                {lacks && <span className={classes.missing}>Missing: {missing.join(', ')}</span>}
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
      {isClosing && (
        <Suspense>
          <CloseDeal deal={deal} title={title} onClose={() => setClosing(false)} />
        </Suspense>
      )}
    </>
  )
}
