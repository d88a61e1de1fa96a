import { joinWords, t } from '../../../locale.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Select } from '../../../ui/select.tsx'
import { encodings, isEncoding } from '../../../../../shared/decode-text.ts'
import type { NamedList } from '../bulk-state.ts'
import type { Bulk } from '../bulk-store.ts'

/** Says in which encoding a file that is not in Unicode was read, and reads it again in the encoding that the user chooses. */
export function EncodingNotice({ list, readAs }: Pick<Bulk, 'readAs'> & { readonly list: NamedList }) {
  const { encoding, unusual } = list
  if (!isEncoding(encoding)) return undefined
  return (
    <Notice
      tone="info"
      title={t('bulk.encoding.readAs', { encoding: t(`bulk.encoding.names.${encoding}`) })}
      actions={
        <div className="w-full max-w-xs text-ink">
          <Select
            label={t('bulk.encoding.label')}
            choices={encodings.map((id) => ({ id, name: t(`bulk.encoding.names.${id}`) }))}
            value={encoding}
            onChange={(id) => void readAs(id)}
          />
        </div>
      }
    >
      <p>{joinWords(unusual)}</p>
      <p>{t('bulk.encoding.note')}</p>
    </Notice>
  )
}
