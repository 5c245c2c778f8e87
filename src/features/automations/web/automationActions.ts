import { undoable } from '../../../platform/web/calls/undoable.ts'
import { confirm } from '../../../platform/web/page/confirm.ts'
import { count } from '../../../platform/web/text.ts'
import type { Automation } from '../contract/records.ts'
import { NAME_LENGTH } from '../rules/definition.ts'
import { activateAutomation, createAutomation, pauseAutomation, removeAutomation } from './client.ts'

/** "1 run", "12 runs". */
export const runsText = (amount: number): string => `${count(amount)} ${amount === 1 ? 'run' : 'runs'}`

/** What switching on means for those who see nothing of it yet. */
const willStart = (name: string): string => `“${name}” is on: it starts with what happens from now on.`

/** Switches an automation on or off. Before it goes off, says what becomes of the runs inside: they wait. */
export async function switchAsked({ id, name, figures }: Automation, isOn: boolean): Promise<void> {
  if (!isOn && figures.open > 0) {
    const isSure = await confirm({
      title: `Switch off “${name}”?`,
      message: `${runsText(figures.open)} inside will wait until it is switched on again. Nothing is sent meanwhile.`,
    })
    if (!isSure) return
  }
  await undoable({
    run: () => (isOn ? activateAutomation(id) : pauseAutomation(id, 'hold')),
    said: isOn ? willStart(name) : `“${name}” is off.`,
    undo: () => (isOn ? pauseAutomation(id, 'hold') : activateAutomation(id)),
  })
}

/** Deletes an automation once the person has said so. Answers whether it did. */
export async function deleteAsked({ id, name, figures }: Automation): Promise<boolean> {
  const isSure = await confirm({
    title: `Delete “${name}”?`,
    message:
      figures.open > 0
        ? `${runsText(figures.open)} inside will end. What was done stays done.`
        : 'What was done stays done.',
    destructive: true,
  })
  if (!isSure) return false
  const deleted = await undoable({ run: () => removeAutomation(id), said: `“${name}” deleted.` })
  return deleted !== null
}

const SUFFIX = ', copy'

/** Copies an automation as a draft; answers it, or `null` when that failed. */
export const copyOf = ({ name, description, definition }: Automation): Promise<Automation | null> =>
  undoable({
    run: () =>
      createAutomation({ name: `${name.slice(0, NAME_LENGTH - SUFFIX.length)}${SUFFIX}`, description, definition }),
    said: 'Copied as a draft.',
  })
