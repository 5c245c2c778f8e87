import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ToggleChip } from '../../../../platform/ui/pieces.tsx'
import { useIsWide } from '../../../../platform/web/viewport.ts'
import { useSession } from '../../../people/web/client/viewer.ts'
import { noOption } from '../../rules/kinds.ts'
import { statusesQuery, typesQuery, useIsDealOffice } from '../client.ts'
import { DealDial } from '../pieces/DealDial.tsx'
import { type DealsQuestion, toggled } from '../rules/address.ts'
import classes from './DealsBar.module.css'

interface DealsBarProps {
  question: DealsQuestion
  onQuestion(question: DealsQuestion): void
  isBoard: boolean
  onBoard(isBoard: boolean): void
  actions: ReactNode
}

/** Types and statuses as tags, whose commission, and what can be done with deals. */
export function DealsBar({ question, onQuestion, isBoard, onBoard, actions }: DealsBarProps) {
  const { data: types = [] } = useQuery(typesQuery)
  const { data: statuses = [] } = useQuery(statusesQuery)
  const { isAgent } = useSession()
  const isOffice = useIsDealOffice()
  const isWide = useIsWide()
  const hasBoth = isAgent && isOffice
  return (
    <search className={classes.bar}>
      {isWide && (
        <SegmentedControl
          size="xs"
          aria-label="View"
          value={isBoard ? 'board' : 'list'}
          onChange={value => onBoard(value === 'board')}
          data={[
            { value: 'list', label: 'List' },
            { value: 'board', label: 'Board' },
          ]}
        />
      )}
      <div className={classes.tags}>
        <div className={classes.group}>
          <ToggleChip on={question.type.length === 0} onChange={() => onQuestion({ ...question, page: 1, type: [] })}>
            All types
          </ToggleChip>
          {types
            .filter(({ id }) => id !== noOption.id)
            .map(({ id, name }) => (
              <ToggleChip
                key={id}
                on={question.type.includes(id)}
                onChange={() => onQuestion(toggled(question, 'type', id))}
              >
                {name}
              </ToggleChip>
            ))}
        </div>
        <div className={classes.group}>
          {!isBoard &&
            statuses
              .filter(({ id }) => id !== noOption.id)
              .map(({ id, name }) => (
                <ToggleChip
                  key={id}
                  on={question.status.includes(id)}
                  onChange={() => onQuestion(toggled(question, 'status', id))}
                >
                  <DealDial status={id} size={13} /> {name}
                </ToggleChip>
              ))}
          {hasBoth && (
            <ToggleChip
              on={question.commission === 'mine'}
              onChange={on => onQuestion({ ...question, page: 1, commission: on ? 'mine' : 'all' })}
            >
              My commission
            </ToggleChip>
          )}
        </div>
      </div>
      <div className={classes.actions}>{actions}</div>
    </search>
  )
}
