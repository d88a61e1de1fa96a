import { useTranslation } from 'react-i18next'
import type { CatalogueView } from '../../../../../shared/bridge/console-channels.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { LongText } from '../long-text.tsx'
import { countTextParts } from '../part-of-text.ts'
import type { TaughtSource } from './taught-source.ts'

interface SourceFormProps {
  readonly catalogue: CatalogueView
  readonly source: TaughtSource
  readonly onChange: (source: TaughtSource) => void
}

/** The answer to map: passed on by the console, or pasted. */
export function SourceForm({ catalogue, source, onChange }: SourceFormProps) {
  const { t } = useTranslation()
  const operations = catalogue.sections.flatMap((section) => section.operations)
  return (
    <div className="grid items-start gap-x-4 gap-y-3.5 narrow:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Select
        label={t('console.teach.operation')}
        value={source.operation}
        choices={operations.map(({ id, summary }) => ({ id, name: id, note: summary }))}
        onChange={(operation) => {
          onChange({ ...source, operation })
        }}
      />
      <TextField
        label={t('console.teach.status')}
        hint={t('console.teach.statusHint')}
        figures
        inputMode="numeric"
        value={source.status}
        onChange={(status) => {
          onChange({ ...source, status })
        }}
      />
      <div className="narrow:col-span-2">
        {countTextParts(source.text) === 1 ? (
          <TextField
            label={t('console.teach.text')}
            hint={t('console.teach.textHint')}
            figures
            rows={6}
            value={source.text}
            onChange={(text) => {
              onChange({ ...source, text })
            }}
          />
        ) : (
          <div className="grid justify-items-start gap-2">
            <div className="w-full">
              <LongText label={t('console.teach.text')} text={source.text} />
            </div>
            <Button
              onPress={() => {
                onChange({ ...source, text: '' })
              }}
            >
              {t('console.teach.other')}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
