import { FileUp, Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { readUserids } from './searches-for.ts'
import type { SearchView } from './search-view.ts'

interface IdsPanelProps {
  readonly userids: readonly string[]
  readonly onChange: (changed: Partial<SearchView>) => void
}

const largestFile = 2_000_000

/** Log-ins from the clipboard or a text file; each is shown with what the platform says of it (Customer status). */
export function IdsPanel({ userids, onChange }: IdsPanelProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(() => userids.join('\n'))
  const [isTooLarge, setTooLarge] = useState(false)
  const count = readUserids(text).length
  const take = async (file: File): Promise<void> => {
    setTooLarge(file.size > largestFile)
    if (file.size > largestFile) return
    const read = await file.text()
    setText(read)
    onChange({ userids: readUserids(read) })
  }
  return (
    <div className="grid gap-2">
      <TextField
        label={t('customers.ids.label')}
        hint={t('customers.ids.hint')}
        {...(isTooLarge ? { error: t('customers.ids.tooLarge') } : {})}
        rows={3}
        figures
        value={text}
        onChange={setText}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          isDisabled={count === 0}
          onPress={() => {
            onChange({ userids: readUserids(text) })
          }}
        >
          <Search aria-hidden size="1rem" />
          {t('customers.ids.ask', { count })}
        </Button>
        <FileTrigger
          acceptedFileTypes={['text/plain', 'text/csv', '.txt', '.csv']}
          onSelect={(files) => {
            const file = files?.[0]
            if (file !== undefined) void take(file)
          }}
        >
          <Button>
            <FileUp aria-hidden size="1rem" />
            {t('customers.ids.file')}
          </Button>
        </FileTrigger>
      </div>
    </div>
  )
}
