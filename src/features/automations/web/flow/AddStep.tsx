import { Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { offeredKinds, type StepKind } from '../rules/steps.ts'
import { kindLabel } from '../rules/words.ts'
import classes from './AddStep.module.css'
import { StepMark } from './StepMark.tsx'

interface AddStepProps {
  /** Where it is added, for those who do not see it: "after Add tag: Warm". */
  where: string
  /** A round plus in the picture, or a line with words in the list. */
  isRound?: boolean
  onAdd(kind: StepKind): void
}

/** Offers the kinds of step, and adds one. */
export function AddStep({ where, isRound = false, onAdd }: AddStepProps) {
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <button
          type="button"
          className={isRound ? classes.round : classes.line}
          aria-label={`Add a step ${where}`}
          title="Add a step"
        >
          <IconPlus size={14} stroke={1.8} aria-hidden />
          {!isRound && 'Add a step'}
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {offeredKinds.map(({ label, kinds }) => [
          <Menu.Label key={label}>{label}</Menu.Label>,
          ...kinds.map(kind => (
            <Menu.Item key={kind} leftSection={<StepMark kind={kind} size={22} />} onClick={() => onAdd(kind)}>
              {kindLabel(kind)}
            </Menu.Item>
          )),
        ])}
      </Menu.Dropdown>
    </Menu>
  )
}
