import { IconPlus } from '@tabler/icons-react'
import { recipes } from '../../rules/recipes.ts'
import { StepMark } from '../flow/StepMark.tsx'
import { sizeText } from '../rules/words.ts'
import classes from './RecipeList.module.css'

interface RecipeListProps {
  onChoose(key: string): void
  onEmpty(): void
}

/** What an automation may begin from: nothing, or one that is written for real estate. */
export function RecipeList({ onChoose, onEmpty }: RecipeListProps) {
  return (
    <div className={classes.page}>
      <h1>New automation</h1>
      <p>Begin with one of these and change what you like. Nothing runs before you rehearse it and switch it on.</p>
      <ul aria-label="To start from">
        <li>
          <button type="button" onClick={onEmpty}>
            <span className={classes.plus} aria-hidden>
              <IconPlus size={16} stroke={1.6} />
            </span>
            <span>
              <b>Empty automation</b>
              <span>Choose the trigger and each step yourself.</span>
            </span>
          </button>
        </li>
        {recipes.map(({ key, name, description, definition }) => (
          <li key={key}>
            <button type="button" onClick={() => onChoose(key)}>
              <StepMark kind={definition.trigger.kind} />
              <span>
                <b>{name}</b>
                <span>{description}</span>
                <small>{sizeText(definition)}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
