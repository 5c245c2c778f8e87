import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { DEMO_PASSWORD, demoAccounts } from '../../contract/demoAccounts.ts'
import classes from './ManualForm.module.css'

interface ManualFormProps {
  busy: boolean
  /** Whether the demo accounts exist here. */
  demo: boolean
  onSubmit: (email: string, password: string) => void
}

/** Sign-in by e-mail and password, in demo and development only. Only that both are filled is checked here. */
export function ManualForm({ busy, demo, onSubmit }: ManualFormProps) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const complete = email !== '' && password !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (complete && !busy) onSubmit(email, password)
  }
  const enterAs = (address: string) => {
    setEmail(address)
    setPassword(DEMO_PASSWORD)
    onSubmit(address, DEMO_PASSWORD)
  }
  return (
    <section className={classes.manual} aria-label="Sign in without Google">
      <form className={classes.form} onSubmit={submit}>
        <TextInput
          label="E-mail"
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          onChange={event => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" size="md" variant="default" disabled={!complete} loading={busy && complete}>
          Login
        </Button>
      </form>
      {demo && (
        <p className={classes.demo}>
          <span>Explore the demo as</span>
          {demoAccounts.map(account => (
            <button
              key={account.email}
              type="button"
              className={classes.account}
              title={account.email}
              disabled={busy}
              onClick={() => enterAs(account.email)}
            >
              {account.label}
            </button>
          ))}
        </p>
      )}
    </section>
  )
}
