import { Button, Radio } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../../../platform/ui/dialogs/Dialog.tsx'
import { KeyHint } from '../../../../platform/ui/pieces.tsx'
import { useShortcuts } from '../../../../platform/web/page/keys.ts'
import { printedKeys } from '../../../../platform/web/page/printedKeys.ts'
import type { Automation } from '../../contract/records.ts'
import { runsText } from '../automationActions.ts'
import { isSame } from '../rules/sameness.ts'
import classes from './EditorHead.module.css'
import type { Workbench } from './useWorkbench.ts'

const SAVE = 'mod+s'

/** Saves what was changed; with runs inside it asks which version they go on with. Nothing is shown while nothing was changed. */
export function SaveButton({ automation, bench }: { automation: Automation | null; bench: Workbench }) {
  const [isAsking, setIsAsking] = useState(false)
  const isNewFlow = automation !== null && !isSame(automation.definition, bench.work.definition)
  const save = () => {
    if (automation && isNewFlow && automation.figures.open > 0) setIsAsking(true)
    else void bench.save(false)
  }
  const isShown = bench.isDirty || automation === null
  useShortcuts(
    [{ keys: SAVE, label: 'Save the automation', group: 'Automation', run: save, whileTyping: true }],
    isShown && bench.theirs === null,
  )
  if (!isShown) return null
  return (
    <>
      {automation && (
        <Button variant="subtle" color="gray" disabled={bench.isSaving} onClick={bench.discard}>
          Discard
        </Button>
      )}
      <Button
        loading={bench.isSaving}
        disabled={bench.theirs !== null}
        rightSection={<KeyHint keys={printedKeys(SAVE)} />}
        onClick={save}
      >
        {automation ? 'Save' : 'Save draft'}
      </Button>
      {isAsking && automation && (
        <InsideDialog
          automation={automation}
          onClose={() => setIsAsking(false)}
          onChoose={apply => {
            setIsAsking(false)
            void bench.save(apply)
          }}
        />
      )}
    </>
  )
}

interface InsideDialogProps {
  automation: Automation
  onClose(): void
  onChoose(apply: boolean): void
}

/** Asks what becomes of the leads who are inside: they finish on the version with which they began, or move to the new one. */
function InsideDialog({ automation, onClose, onChoose }: InsideDialogProps) {
  const [choice, setChoice] = useState('finish')
  const inside = runsText(automation.figures.open)
  return (
    <Dialog opened onClose={onClose} title={`${inside} inside`} size={480}>
      <Radio.Group
        label="Which version do they go on with?"
        value={choice}
        onChange={setChoice}
        className={classes.choices ?? ''}
      >
        <Radio
          value="finish"
          label={`Finish on version ${automation.number}`}
          description="They end as they began. New leads go by what you save now."
        />
        <Radio
          value="move"
          label="Move to the new version"
          description="They go on behind the step at which they stand. If that step is gone, they end there. Nothing is done twice."
        />
      </Radio.Group>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button data-autofocus onClick={() => onChoose(choice === 'move')}>
          Save
        </Button>
      </div>
    </Dialog>
  )
}
