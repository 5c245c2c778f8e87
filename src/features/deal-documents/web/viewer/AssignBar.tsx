import { Menu } from '@mantine/core'
import { IconChevronUp, IconX } from '@tabler/icons-react'
import { KeyHint } from '../../../../platform/ui/pieces.tsx'
import { useUndoable } from '../../../../platform/web/calls/useUndoable.ts'
import type { DealDocument, RequiredDocument } from '../../contract.ts'
import { type PageRange, rangeText } from '../../rules/pages.ts'
import { assigning } from '../client.ts'
import classes from './AssignBar.module.css'
import { useViewerKeys } from './useViewerKeys.ts'

interface AssignBarProps {
  dealId: number
  document: DealDocument
  chosen: PageRange
  /** What pages can be said to be, what is missing first. */
  wanted: readonly RequiredDocument[]
  onDone(): void
}

/** Other required documents that a digit chooses: 2 to 9. */
const BY_DIGIT = 9

/** Says what the chosen pages are: what is missing first with one press, all others from a menu or by a digit. */
export function AssignBar({ dealId, document, chosen, wanted, onDone }: AssignBarProps) {
  const { run, isPending } = useUndoable((to: RequiredDocument) => {
    const action = assigning({ dealId, id: to.id, name: to.title }, document.id, chosen)
    return {
      ...action,
      run: async () => {
        const required = await action.run()
        onDone()
        return required
      },
    }
  })
  const [guess, ...others] = wanted
  const press = (to: RequiredDocument | undefined) => to && !isPending && run(to)
  useViewerKeys(key => {
    if (key === 'Enter') press(guess)
    else if (/^[2-9]$/.test(key)) press(others[Number(key) - 2])
    else return false
    return true
  })
  return (
    <div className={classes.place}>
      <div className={classes.bar} role="toolbar" aria-label="Chosen pages">
        <output>{rangeText(chosen)}</output>
        {guess ? (
          <>
            <span className={classes.to}>to {guess.title}</span>
            <button type="button" className={classes.primary} disabled={isPending} onClick={() => press(guess)}>
              Assign <KeyHint keys="↵" />
            </button>
          </>
        ) : (
          <span className={classes.to}>Nothing is missing</span>
        )}
        {others.length > 0 && (
          <Menu position="top-end" withinPortal>
            <Menu.Target>
              <button type="button" className={classes.quiet}>
                Other <IconChevronUp size={14} stroke={1.6} aria-hidden />
              </button>
            </Menu.Target>
            <Menu.Dropdown>
              {others.map((one, place) => (
                <Menu.Item
                  key={one.id}
                  rightSection={place + 2 <= BY_DIGIT ? <KeyHint keys={String(place + 2)} isContent /> : undefined}
                  onClick={() => press(one)}
                >
                  {one.title}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
        <button type="button" className={classes.quiet} aria-label="Choose no page" onClick={onDone}>
          <IconX size={15} stroke={1.6} />
        </button>
      </div>
    </div>
  )
}
