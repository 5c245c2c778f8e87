import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../../platform/ui/states.tsx'
import type { NewTemplateKind } from './NewTemplateDialog.tsx'
import { suggestions } from './rules/suggestions.ts'
import classes from './Templates.module.css'

/** Nobody has written a template yet: three texts to begin with. */
export function NoTemplates({ onAdd }: { onAdd(kind: NewTemplateKind): void }) {
  return (
    <div className={classes.none}>
      <EmptyState
        isPage
        title="No templates yet"
        actions={
          <Button size="md" onClick={() => onAdd({ platform: 'email' })}>
            E-mail template
          </Button>
        }
      >
        Write once what you send often. Begin with one of these, or with your own.
      </EmptyState>
      <ul className={classes.suggestions}>
        {suggestions.map(({ platform, begin }) => (
          <li key={begin.name}>
            <button type="button" onClick={() => onAdd({ platform, begin })}>
              <strong>{begin.name}</strong>
              <span>{begin.content}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The address of a template that is gone, or somebody else’s. */
export function NoTemplate() {
  return (
    <EmptyState
      isPage
      title="This template is gone"
      actions={
        <Button size="md" variant="default" component={Link} to="/messages">
          All templates
        </Button>
      }
    >
      It was deleted, or it belongs to somebody else.
    </EmptyState>
  )
}
