import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Badge, Loading } from '../../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../../platform/ui/states.tsx'
import { fullTime } from '../../../../platform/web/time/time.ts'
import type { Definition } from '../../contract/definition.ts'
import type { Automation } from '../../contract/records.ts'
import { runsText } from '../automationActions.ts'
import { versionsQuery } from '../client.ts'
import { sizeText } from '../rules/words.ts'
import classes from './Versions.module.css'

interface VersionsProps {
  automation: Automation
  mayChange: boolean
  /** Takes an older flow in hand; nothing counts before it is saved. */
  onUse(definition: Definition): void
}

/** Who saved what, how many are still inside each, and the way back to an older flow. */
export function Versions({ automation, mayChange, onUse }: VersionsProps) {
  const { data, error, refetch } = useQuery(versionsQuery(automation.id))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <ol className={classes.versions} aria-label="Versions">
      {data.data.map(({ number, definition, saved_at, saved_by, inside }) => (
        <li key={number}>
          <div>
            <b>Version {number}</b> {number === automation.number && <Badge hue="green">Now</Badge>}
            <span>
              {fullTime(saved_at)}
              {saved_by && `, ${saved_by}`}
            </span>
          </div>
          <span>{sizeText(definition)}</span>
          <span>{inside > 0 ? `${runsText(inside)} inside` : 'Nobody inside'}</span>
          {mayChange && number !== automation.number && (
            <Button size="xs" variant="default" onClick={() => onUse(definition)}>
              Use this flow
            </Button>
          )}
        </li>
      ))}
    </ol>
  )
}
