import { ErasedPeople } from './ErasedPeople.tsx'
import { PersonSection } from './PersonSection.tsx'
import { RetentionForm } from './RetentionForm.tsx'

/** A person's data: shown whole, erased; how long people are kept; and who was erased. */
export function PrivacyPanel() {
  return (
    <>
      <PersonSection />
      <RetentionForm />
      <ErasedPeople />
    </>
  )
}
