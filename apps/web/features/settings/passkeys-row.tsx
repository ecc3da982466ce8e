/**
 * The member's passkeys: the list, adding, removing, and advice for a lost one. The list reloads when one was added
 * or removed, here or elsewhere. Without passkeys in the member API or support in this browser the row is hidden
 * (PASSKEY-05).
 */
import { useEffect, useRef, useState } from "react"
import type { Passkey } from "@foldcast/contracts/queries/passkeys"
import { formatDay } from "@foldcast/messages/date-formats"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useSite } from "../../runtime/react.tsx"
import { useAnswer } from "../../runtime/use-answer.ts"
import { OpenSecurely } from "../connection/open-securely.tsx"
import { PASSKEYS } from "../passkeys/passkeys.ts"
import { useLocale } from "../site/page-frame-context.tsx"
import { RetryBanner } from "../site/retry-banner.tsx"
import { AddPasskeyForm, additionEnd, RemovePasskeyForm, removalEnd } from "./passkey-forms.tsx"
import { SettingRow } from "./setting-row.tsx"
import { TaskStatus } from "./task-status.tsx"
import { useOnChange } from "./use-on-change.ts"
import { useKnowsPasskeys } from "./use-proof.ts"

/** The open form: adding, or removing the passkey with that id. */
type Open = { readonly _tag: "Addition" } | { readonly _tag: "Removal"; readonly id: string } | null

function Day({ at }: { readonly at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()}>
      <TextRun>{formatDay(at, useLocale())}</TextRun>
    </time>
  )
}

function PasskeyWords({ passkey }: { readonly passkey: Passkey }) {
  const { name, host, isOfThisSite, createdAt, lastUsedAt } = passkey
  return (
    <div className="settings-session__words">
      <h3 className="settings-session__name">
        <TextRun>{`${name} `}</TextRun>
        {!isOfThisSite && (
          <span className="settings-session__mark">{m.settings_passkey_elsewhere({ host })}</span>
        )}
      </h3>
      <dl className="settings-session__times">
        <div>
          <dt>{m.settings_passkey_created()}</dt>
          <dd>
            <Day at={createdAt} />
          </dd>
        </div>
        <div>
          <dt>{m.settings_passkey_used()}</dt>
          <dd>
            {lastUsedAt === null ? (
              <TextRun>{m.settings_passkey_never()}</TextRun>
            ) : (
              <Day at={lastUsedAt} />
            )}
          </dd>
        </div>
      </dl>
    </div>
  )
}

interface ListProps {
  readonly passkeys: ReadonlyArray<Passkey>
  readonly open: Open
  readonly givenUp: Open
  readonly show: (open: Open) => void
  readonly onCancel: () => void
  readonly onRemoved: () => void
}

const isRemovalOf = (form: Open, id: string): boolean => form?._tag === "Removal" && form.id === id

function PasskeyList({ passkeys, open, givenUp, show, onCancel, onRemoved }: ListProps) {
  return (
    <ul className="settings-sessions">
      {passkeys.map((passkey) => (
        <li key={passkey.id} className="settings-session">
          <PasskeyWords passkey={passkey} />
          {isRemovalOf(open, passkey.id) ? (
            <RemovePasskeyForm passkey={passkey} onDone={onRemoved} onCancel={onCancel} />
          ) : (
            <Button
              aria-label={m.settings_passkey_remove_label({ name: passkey.name })}
              autoFocus={isRemovalOf(givenUp, passkey.id)}
              onPress={() => {
                show({ _tag: "Removal", id: passkey.id })
              }}
            >
              {m.settings_passkey_remove()}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** False until hydration. */
const useIsInsecure = (): boolean => {
  const [isInsecure, setInsecure] = useState(false)
  useEffect(() => {
    setInsecure(!isSecureContext)
  }, [])
  return isInsecure
}

/** Which form is open, and where the focus goes when it closes. */
const useOpenForm = () => {
  const [open, setOpen] = useState<Open>(null)
  /** The form that was cancelled last: the button that opened it takes the focus. */
  const [givenUp, setGivenUp] = useState<Open>(null)
  const [done, setDone] = useState<string | null>(null)
  const card = useRef<HTMLDivElement>(null)
  // After a completed form, whose opening button may be removed with its passkey.
  useOnChange([open], () => {
    if (open === null && document.activeElement === document.body) {
      card.current?.querySelector("h2")?.focus()
    }
  })
  return {
    card,
    open,
    givenUp,
    done,
    show: (next: Open) => {
      setDone(null)
      setGivenUp(null)
      setOpen(next)
    },
    giveUp: () => {
      setGivenUp(open)
      setOpen(null)
    },
    finish: (text: string) => () => {
      setGivenUp(null)
      setOpen(null)
      setDone(text)
    },
  }
}

export function PasskeysRow() {
  const { data, isError, isFetching, refetch } = useAnswer(PASSKEYS)
  const canMake = useKnowsPasskeys()
  const isInsecure = useIsInsecure()
  const { card, open, givenUp, done, show, giveUp, finish } = useOpenForm()
  useOnChange([useSite(additionEnd), useSite(removalEnd)], () => {
    void refetch()
  })
  const isKept = data?._tag === "Kept"
  const passkeys = isKept ? data.passkeys : []
  if (!isError && !isKept) return null
  if (!isError && passkeys.length === 0 && !canMake && !isInsecure) return null
  const isFull = isKept && passkeys.length >= data.most
  const add = (
    <Button
      autoFocus={givenUp?._tag === "Addition"}
      onPress={() => {
        show({ _tag: "Addition" })
      }}
    >
      {m.settings_passkey_add()}
    </Button>
  )
  return (
    <div ref={card}>
      <SettingRow
        heading={m.settings_passkeys_heading()}
        lead={m.settings_passkeys_lead()}
        {...(isKept && canMake && !isFull && open?._tag !== "Addition" && { action: add })}
      >
        {isError && !isKept && (
          <RetryBanner
            label={m.settings_passkeys_retry()}
            isRetrying={isFetching}
            onRetry={() => {
              void refetch()
            }}
          >
            {m.settings_passkeys_failed()}
          </RetryBanner>
        )}
        {isKept && passkeys.length === 0 && <p>{m.settings_passkeys_empty()}</p>}
        {isKept && isInsecure && (
          <Banner tone="info" action={<OpenSecurely />}>
            {m.settings_passkeys_insecure()}
          </Banner>
        )}
        {passkeys.length > 0 && (
          <PasskeyList
            passkeys={passkeys}
            open={open}
            givenUp={givenUp}
            show={show}
            onCancel={giveUp}
            onRemoved={finish(m.settings_passkey_removed())}
          />
        )}
        {isFull && canMake && <p>{m.settings_passkeys_full({ most: data.most })}</p>}
        {open?._tag === "Addition" && (
          <AddPasskeyForm onDone={finish(m.settings_passkey_added())} onCancel={giveUp} />
        )}
        <TaskStatus note={done === null ? null : { tone: "success", text: done }} />
        {isKept && <p className="settings-row__lead">{m.settings_passkeys_recovery()}</p>}
      </SettingRow>
    </div>
  )
}
