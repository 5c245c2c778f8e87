import { Loader, TextInput } from '@mantine/core'
import { IconLock, IconMail, IconMailFast, IconMessage2, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Badge } from '../../../../platform/ui/pieces.tsx'
import { count } from '../../../../platform/web/text.ts'
import type { Template } from '../../contract.ts'
import { answerRate } from '../../rules/templates.ts'
import { usePendingTemplates } from '../pending.ts'
import { answeredOf, countOf, grouped, type ListedTemplate, type Shown, shownKinds } from '../rules/list.ts'
import classes from './TemplateList.module.css'

interface TemplateListProps {
  templates: readonly Template[]
  /** The template that is open. */
  openId: number | null
  shown: Shown
  onShow(shown: Shown): void
  /** Opens a template where the list stands on a screen of its own; at its address otherwise. */
  onOpen?: (id: number) => void
}

/** The templates by group, most used first, with a search and the kinds to narrow them to. */
export function TemplateList({ templates, openId, shown, onShow, onOpen }: TemplateListProps) {
  const [search, setSearch] = useState('')
  const { adding, saving } = usePendingTemplates()
  const found = grouped({ templates, adding }, { shown, search })
  return (
    <section className={classes.list} aria-label="Templates">
      <search className={classes.bar}>
        <div className={classes.chips}>
          {shownKinds.map(({ id, label }) => (
            <button
              key={id}
              type="button"
              className={classes.chip}
              aria-pressed={id === shown}
              onClick={() => onShow(id)}
            >
              {label} <span>{countOf(templates, id)}</span>
            </button>
          ))}
        </div>
        <TextInput
          className={classes.search}
          size="xs"
          aria-label="Search templates"
          placeholder="Search"
          leftSection={<IconSearch size={14} stroke={1.6} aria-hidden />}
          value={search}
          onChange={event => setSearch(event.currentTarget.value)}
        />
      </search>
      <div className={classes.head} aria-hidden>
        <span>Name</span>
        <span className={classes.uses}>Used</span>
        <span className={classes.answered}>Answered</span>
      </div>
      <div className={classes.rows}>
        {found.map(group => (
          <section key={group.id} aria-label={group.label}>
            <header className={classes.group}>
              <h2>{group.label}</h2>
              <span>{group.templates.length}</span>
              <p>{group.note}</p>
            </header>
            <ul>
              {group.templates.map(template => (
                <Row
                  key={template.id}
                  template={template}
                  isOpen={template.id === openId}
                  onOpen={onOpen}
                  isSaving={typeof template.id !== 'number' || saving.has(template.id)}
                />
              ))}
            </ul>
          </section>
        ))}
        {found.length === 0 && (
          <p className={classes.none}>{search ? 'No templates with this name.' : 'No templates of this kind yet.'}</p>
        )}
      </div>
    </section>
  )
}

interface RowProps {
  template: ListedTemplate
  isOpen: boolean
  isSaving: boolean
  onOpen: ((id: number) => void) | undefined
}

function Row({ template, isOpen, isSaving, onOpen }: RowProps) {
  const { id, name, uses, sent, is_marketing, is_preconstruction, platform, may_change } = template
  const Icon = is_marketing ? IconMailFast : platform === 'email' ? IconMail : IconMessage2
  const rate = answerRate(template)
  const current = isOpen ? 'true' : undefined
  const content = (
    <>
      <Icon size={16} stroke={1.6} className={classes.icon} data-platform={platform} aria-hidden />
      <span className={classes.name}>{name}</span>
      {is_preconstruction && <Badge hue="indigo">Precon</Badge>}
      {isSaving && (
        <span className={classes.saving}>
          <Loader size={12} aria-hidden /> Saving
        </span>
      )}
      <span className={classes.uses}>{count(uses)}</span>
      <span className={classes.answered} data-few={rate === null || undefined} title={answeredOf(template)}>
        {rate !== null ? `${rate}%` : sent > 0 ? 'Too few' : '–'}
      </span>
      <span className={classes.lock}>
        {!may_change && <IconLock size={14} stroke={1.6} role="img" aria-label="Only administrators change it" />}
      </span>
    </>
  )
  return (
    <li data-template={id} aria-busy={isSaving || undefined}>
      {typeof id !== 'number' ? (
        <span className={classes.row}>{content}</span>
      ) : onOpen ? (
        <button type="button" className={classes.row} aria-current={current} onClick={() => onOpen(id)}>
          {content}
        </button>
      ) : (
        <Link
          to="/messages/$id"
          params={{ id: String(id) }}
          search={true}
          className={classes.row}
          aria-current={current}
        >
          {content}
        </Link>
      )}
    </li>
  )
}
