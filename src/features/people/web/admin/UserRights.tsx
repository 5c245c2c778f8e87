import { SegmentedControl } from '@mantine/core'
import { featureNames } from '../../../settings/rules.ts'
import { permissionNames } from '../../rules.ts'
import { readableName } from '../labels.ts'
import classes from './People.module.css'

/** What is decided for one person: what their role says, or on, or off. */
export type Choice = 'usual' | 'on' | 'off'
type Choices = Record<string, Choice>

interface UserRightsProps {
  /** `null` when the viewer may not change rights. */
  permissions: Choices | null
  /** What the person holds now. */
  held: readonly string[]
  features: Choices
  onPermissions: (next: Choices) => void
  onFeatures: (next: Choices) => void
}

/** Features and permissions that differ from what the roles give. */
export function UserRights({ permissions, held, features, onPermissions, onFeatures }: UserRightsProps) {
  return (
    <>
      <section className={classes.formSection} aria-label="Features">
        <h3 className={classes.formTitle}>Features</h3>
        <p className={classes.hint}>“Default” follows the person’s team, their role or the setting for everyone.</p>
        {featureNames.map(name => (
          <ChoiceRow
            key={name}
            name={name}
            value={features[name] ?? 'usual'}
            onChange={choice => onFeatures({ ...features, [name]: choice })}
          />
        ))}
      </section>
      {permissions && (
        <section className={classes.formSection} aria-label="Permissions">
          <h3 className={classes.formTitle}>Permissions</h3>
          <p className={classes.hint}>“Default” follows the roles. This person has {held.length} now.</p>
          {permissionNames.map(name => (
            <ChoiceRow
              key={name}
              name={name}
              value={permissions[name] ?? 'usual'}
              onChange={choice => onPermissions({ ...permissions, [name]: choice })}
            />
          ))}
        </section>
      )}
    </>
  )
}

function ChoiceRow({ name, value, onChange }: { name: string; value: Choice; onChange: (choice: Choice) => void }) {
  return (
    <div className={classes.choice}>
      <span>{readableName(name)}</span>
      <SegmentedControl
        size="xs"
        classNames={{ label: classes.segment }}
        aria-label={readableName(name)}
        value={value}
        onChange={onChange}
        data={[
          { value: 'usual', label: 'Default' },
          { value: 'on', label: 'On' },
          { value: 'off', label: 'Off' },
        ]}
      />
    </div>
  )
}
