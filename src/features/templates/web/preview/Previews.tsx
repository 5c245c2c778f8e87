import { Button } from '@mantine/core'
import { IconAlertTriangle, IconQuestionMark } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Initials } from '../../../../platform/ui/pieces.tsx'
import { count, initialsOf } from '../../../../platform/web/text.ts'
import { DEFAULT_AREA } from '../../../leads/rules.ts'
import type { TemplatePlatform } from '../../contract.ts'
import { type PlaceholderValues, placeholdersIn } from '../../rules/placeholders.ts'
import { gapsQuery } from '../client.ts'
import { FilledContent, FilledText } from './FilledContent.tsx'
import { LeadSearch } from './LeadSearch.tsx'
import classes from './Preview.module.css'
import type { Example } from './useExample.ts'

/** The same for somebody of whom neither a first name nor an area is known. */
const oddOf = (values: PlaceholderValues): PlaceholderValues => ({
  ...values,
  lead_first_name: '',
  lead_full_name: values.lead_last_name,
  lead_area: DEFAULT_AREA,
})

interface PreviewsProps {
  platform: TemplatePlatform
  subject: string
  content: string
  example: Example
}

/** What is written, as a lead that one picks reads it, and as an odd one does: without a first name, without an area. */
export function Previews({ platform, subject, content, example: { lead, values, pick } }: PreviewsProps) {
  const [isPicking, setIsPicking] = useState(false)
  const { data: gaps } = useQuery(gapsQuery)
  const asksForName = placeholdersIn(subject, content).includes('lead_first_name')
  const message = (of: PlaceholderValues) => (
    <Message platform={platform} subject={subject} content={content} values={of} />
  )
  return (
    <aside className={classes.previews} aria-label="Previews">
      <section>
        <Head
          mark={lead && <Initials text={initialsOf(lead.name, lead.name.split(' ').at(-1) ?? '')} size={22} />}
          title={lead ? `As ${lead.name} reads it` : 'As a lead reads it'}
          end={
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setIsPicking(!isPicking)}>
              Another lead
            </Button>
          }
        />
        {isPicking && (
          <LeadSearch
            onPick={found => {
              pick(found)
              setIsPicking(false)
            }}
          />
        )}
        {values && message(values)}
      </section>
      {values && (
        <section>
          <Head
            mark={<IconQuestionMark size={14} stroke={1.8} className={classes.odd} aria-hidden />}
            title="On an odd lead"
            end={<span className={classes.quiet}>no first name, no area</span>}
          />
          {message(oddOf(values))}
        </section>
      )}
      {/* Not before what stands above it, which would push it down. */}
      {values && asksForName && gaps && gaps.without_first_name > 0 && (
        <p className={classes.gap} role="note">
          <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
          <span>
            {count(gaps.without_first_name)} of your {count(gaps.leads)} leads{' '}
            {gaps.without_first_name === 1 ? 'has' : 'have'} no first name. Start with “Hello” and it reads well for
            everyone.
          </span>
        </p>
      )}
    </aside>
  )
}

function Head({ mark, title, end }: { mark: ReactNode; title: string; end: ReactNode }) {
  return (
    <header className={classes.head}>
      {mark}
      <h3>{title}</h3>
      {end}
    </header>
  )
}

interface MessageProps extends Pick<PreviewsProps, 'platform' | 'subject' | 'content'> {
  values: PlaceholderValues
}

function Message({ platform, subject, content, values }: MessageProps) {
  if (content.trim() === '' && subject.trim() === '') return <p className={classes.empty}>Nothing written yet.</p>
  if (platform === 'text')
    return (
      <div className={classes.bubble}>
        <FilledText text={content} values={values} />
      </div>
    )
  return (
    <article className={classes.email}>
      {subject !== '' && (
        <h4>
          <FilledText text={subject} values={values} />
        </h4>
      )}
      <FilledContent content={content} values={values} />
    </article>
  )
}
