import { Loader, Popover, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import { notifyFailure } from '../../../../platform/web/page/notices.ts'
import type { Template, TemplatePlatform } from '../../contract.ts'
import { escapeHtml, fillTemplate, type PlaceholderValues, parseTemplate } from '../../rules/placeholders.ts'
import { byUse } from '../../rules/templates.ts'
import { templatesQuery, valuesQuery } from '../client.ts'
import { allOf, timesUsed } from '../rules/list.ts'
import classes from './TemplatePicker.module.css'

/** A template as a composer takes it: filled for the lead at hand, or with its placeholders where there is none. */
export interface PickedTemplate {
  template: Template
  subject: string
  content: string
}

interface TemplatePickerProps {
  platform: TemplatePlatform
  /** For whom it is filled; `null` leaves the placeholders as they are, for e-mails to many. */
  leadId: number | null
  /** Offers marketing templates instead of the others. */
  isMarketing?: boolean
  opened: boolean
  onChange(opened: boolean): void
  onPick(picked: PickedTemplate): void
  /** What opens it, such as a button. */
  children: ReactNode
}

/** A template with what its placeholders hold for one lead. */
function filledTemplate(template: Template, values: PlaceholderValues): PickedTemplate {
  const encode = template.platform === 'email' ? escapeHtml : undefined
  return {
    template,
    subject: fillTemplate(parseTemplate(template.subject), values),
    content: fillTemplate(parseTemplate(template.content), values, encode),
  }
}

/** Offers templates to a composer, most used first. Composers open it at `/` while they are empty. */
export function TemplatePicker(props: TemplatePickerProps) {
  const { opened, onChange, children } = props
  return (
    <Popover opened={opened} onChange={onChange} position="top-start" width={320} withinPortal trapFocus returnFocus>
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown className={classes.dropdown}>{opened && <Choices {...props} />}</Popover.Dropdown>
    </Popover>
  )
}

function Choices({ platform, leadId, isMarketing = false, onChange, onPick }: TemplatePickerProps) {
  const [search, setSearch] = useState('')
  const [active, setActive] = useState(0)
  const { data, isPending } = useQuery(templatesQuery)
  const wanted = search.trim().toLowerCase()
  const offered = byUse(data ? allOf(data) : []).filter(
    template =>
      template.platform === platform &&
      template.is_marketing === isMarketing &&
      `${template.name} ${template.subject}`.toLowerCase().includes(wanted),
  )
  const pick = async (template: Template) => {
    try {
      const values = leadId === null ? null : await queryClient.fetchQuery(valuesQuery(leadId))
      onPick(values ? filledTemplate(template, values) : { ...template, template })
      onChange(false)
    } catch (error) {
      notifyFailure(sentenceOf(error), () => void pick(template))
    }
  }
  return (
    <>
      <TextInput
        size="xs"
        data-autofocus
        role="combobox"
        aria-label="Search templates"
        aria-expanded
        placeholder="Search templates"
        leftSection={<IconSearch size={14} stroke={1.6} aria-hidden />}
        value={search}
        onChange={event => {
          setSearch(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={event => {
          const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
          const chosen = offered[active]
          if (step !== 0) setActive((active + step + offered.length) % Math.max(1, offered.length))
          else if (event.key === 'Enter' && chosen) void pick(chosen)
          else return
          event.preventDefault()
        }}
      />
      <div role="listbox" aria-label="Templates" className={classes.list}>
        {offered.map((template, index) => (
          <Choice
            key={template.id}
            template={template}
            isActive={index === active}
            onPick={() => void pick(template)}
          />
        ))}
      </div>
      {isPending && <Loader size={16} />}
      {data && offered.length === 0 && <p className={classes.none}>No templates found.</p>}
    </>
  )
}

function Choice({ template, isActive, onPick }: { template: Template; isActive: boolean; onPick(): void }) {
  const option = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field above takes the keys
    <div ref={option} role="option" tabIndex={-1} className={classes.option} aria-selected={isActive} onClick={onPick}>
      <span>{template.name}</span>
      <span className={classes.uses}>{timesUsed(template)}</span>
    </div>
  )
}
