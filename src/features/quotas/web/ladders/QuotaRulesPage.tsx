import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge, Loading } from '../../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../../platform/ui/states.tsx'
import { confirm } from '../../../../platform/web/page/confirm.ts'
import { useNow } from '../../../../platform/web/time/now.ts'
import { shortDay } from '../../../../platform/web/time/time.ts'
import type { QuotaWorkspace } from '../../contract/ladders.ts'
import { changesBetween, type LadderChange } from '../../rules/changes.ts'
import { circleOf } from '../../rules/ladder.ts'
import { quotaTypes } from '../../rules/quotaTypes.ts'
import { discardDraft, publishDraft, workspaceQuery } from '../client.ts'
import { type QuotaRulesPart, quotaRulesParts } from '../extensions.ts'
import { NeedsWidth } from '../NeedsWidth.tsx'
import { DraftChanges } from './DraftChanges.tsx'
import { LadderColumn } from './LadderColumn.tsx'
import classes from './QuotaRules.module.css'
import { type Draft, useDraft } from './useDraft.ts'
import { VersionsDialog } from './VersionsDialog.tsx'

const MINUTE = 60_000

/** The ladders of quota rules, changed as a draft and published as a version. */
export function QuotaRulesPage() {
  const { data, error, refetch } = useQuery(workspaceQuery)
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <NeedsWidth>
      <Workspace workspace={data} />
    </NeedsWidth>
  )
}

function Workspace({ workspace }: { workspace: QuotaWorkspace }) {
  const draft = useDraft(workspace)
  const changes = changesBetween(workspace.in_force.ladders, draft.ladders)
  const partsOf = (place: QuotaRulesPart['place']) =>
    quotaRulesParts
      .parts()
      .filter(part => part.place === place)
      .map(({ order, Part }) => <Part key={order} draftVersion={workspace.draft?.version ?? 0} />)
  return (
    <div className={classes.screen} data-fills>
      <Head workspace={workspace} draft={draft} changes={changes} />
      <div className={classes.work}>
        <div className={classes.main}>
          <div className={classes.ladders}>
            {quotaTypes.map(type => (
              <LadderColumn
                key={type}
                type={type}
                rungs={draft.ladders[type]}
                counts={workspace.rungs}
                onChange={rungs => draft.change(type, rungs)}
              >
                {type === 'rental' && partsOf('beneath')}
              </LadderColumn>
            ))}
          </div>
          {changes.length > 0 && (
            <DraftChanges
              changes={changes}
              stamps={workspace.draft?.changed ?? {}}
              onTakeBack={change => draft.save(change.takeBack(draft.ladders))}
            />
          )}
        </div>
        {partsOf('beside')}
      </div>
    </div>
  )
}

interface HeadProps {
  workspace: QuotaWorkspace
  draft: Draft
  changes: readonly LadderChange[]
}

function Head({ workspace: { in_force, draft: stored }, draft, changes }: HeadProps) {
  const [isOpen, setIsOpen] = useState(false)
  const now = useNow(MINUTE)
  const isCircle = quotaTypes.some(type => circleOf(draft.ladders[type]).length > 0)
  const count = changes.length === 1 ? '1 change' : `${changes.length} changes`
  const publish = async () => {
    const message = `${count} will be in force at once, for all agents.`
    if (await confirm({ title: `Publish version ${in_force.number + 1}`, message })) void publishDraft()
  }
  return (
    <header className={classes.head}>
      <div className={classes.titles}>
        <h1>Quota rules {changes.length > 0 && <Badge hue="amber">Draft, {count}</Badge>}</h1>
        <p>
          {inForceText(in_force, now)}
          {stored && stored.based_on < in_force.number && ` The draft was begun with version ${stored.based_on}.`}
        </p>
      </div>
      <Button
        size="md"
        variant="subtle"
        leftSection={<IconHistory size={15} stroke={1.6} />}
        onClick={() => setIsOpen(true)}
      >
        Versions
      </Button>
      {changes.length > 0 && (
        <>
          <Button size="md" variant="default" onClick={() => void discardDraft(draft.ladders)}>
            Discard draft
          </Button>
          <Button size="md" disabled={isCircle} onClick={() => void publish()}>
            Publish version {in_force.number + 1}
          </Button>
        </>
      )}
      {isOpen && <VersionsDialog inForce={in_force.number} onClose={() => setIsOpen(false)} />}
    </header>
  )
}

function inForceText({ number, published }: QuotaWorkspace['in_force'], now: Date): string {
  if (number === 0 || !published) return 'No rules yet: offers are not limited.'
  const by = published.by === null ? '' : ` by ${published.by}`
  return `Version ${number} is in force, published ${shortDay(published.at, now)}${by}.`
}
