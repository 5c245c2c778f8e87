import { Menu } from '@mantine/core'
import { IconChevronUp, IconX } from '@tabler/icons-react'
import { KeyHint } from '../../../../platform/ui/pieces.tsx'
import { useUndoable } from '../../../../platform/web/calls/useUndoable.ts'
import { useShortcuts } from '../../../../platform/web/page/keys.ts'
import type { DealDocument, RequiredDocument } from '../../contract.ts'
import { type PageRange, rangeText } from '../../rules/pages.ts'
import { assigning } from '../client.ts'
import classes from './AssignBar.module.css'

interface AssignBarProps {
  dealId: number
  document: DealDocument
  chosen: PageRange
  /** What pages can be said to be, what is missing first. */
  wanted: readonly RequiredDocument[]
  onDone(): void
}

/** The digits that choose the other required documents. */
const digits = [2, 3, 4, 5, 6, 7, 8, 9] as const
const [FIRST_DIGIT] = digits

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
  useShortcuts([
    { keys: 'Enter', label: 'Assign the chosen pages', group: 'Documents', run: () => press(guess) },
    ...digits.map(digit => ({
      keys: String(digit),
      label: 'Assign them to another document',
      group: 'Documents',
      run: () => press(others[digit - FIRST_DIGIT]),
    })),
  ])
  return (
    <div className={classes.place}>
      <div
        className={classes.bar}
        role="toolbar"
        aria-label="Chosen pages"
        // Enter on a button is the button's own.
        onKeyDown={event => event.key === 'Enter' && event.stopPropagation()}
      >
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
                  rightSection={digits[place] !== undefined && <KeyHint keys={String(digits[place])} isContent />}
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
