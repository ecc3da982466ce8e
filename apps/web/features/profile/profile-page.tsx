/**
 * A performer's profile. An unknown performer leads to the 404 page; while the gateway does not answer, the loaded
 * profile stays and a retry is offered (ROUTE-14).
 */
import { useParams, useRouter } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { Skeleton, SkeletonGroup } from "@foldcast/ui/skeleton.tsx"
import { carriedAnswer, gatewayTime } from "../../runtime/page-answers.ts"
import { useRuntime } from "../../runtime/react.tsx"
import type { SiteRuntime } from "../../runtime/site-runtime.ts"
import { prefetchAnswer, useAnswer } from "../../runtime/use-answer.ts"
import { useStatusSignals } from "../performers/use-status-signals.ts"
import { EmptyState } from "../site/empty-state.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { linkLocale, ROUTE_OF } from "../site/page-target.ts"
import { profileData } from "./profile-data.ts"
import { ProfileHead } from "./profile-head.tsx"
import { type ProfileFailure, profileFailure, profileResource } from "./profile-resource.ts"
import { ProfileView } from "./profile-view.tsx"
import "../site/plain-page.css"
import "./profile.css"

/** Prefetches a profile on approach. */
export const askProfileAhead = (name: string, locale: Locale, runtime: SiteRuntime): void => {
  prefetchAnswer(profileResource(name, locale), runtime)
}

/** Failures are logged; only an unknown performer shows, as the 404 page. */
const useFailure = (failure: ProfileFailure | null) => {
  const router = useRouter()
  const locale = useLocale()
  useEffect(() => {
    if (failure === null) return
    console.warn("Unable to load the profile.", failure)
    if (failure !== "Gone") return
    const params = { locale: linkLocale(router.state.location.pathname, locale) }
    void router.navigate({ to: ROUTE_OF["not-found"], params, replace: true })
  }, [failure, router, locale])
}

/** Focuses the profile's heading if the placeholder's heading had the focus and was removed. */
const useFocusWhenHere = (isHere: boolean) => {
  const hasWaited = useRef(false)
  useEffect(() => {
    if (isHere && hasWaited.current && document.activeElement === document.body) {
      document.querySelector("h1")?.focus({ preventScroll: true })
    }
    hasWaited.current = !isHere
  }, [isHere])
}

function Waiting({ name }: { readonly name: string }) {
  return (
    <div className="site-width plain-page profile-waiting">
      <h1 tabIndex={-1} translate="no">
        {name}
      </h1>
      <SkeletonGroup label={m.profile_loading({ name })}>
        <Skeleton className="profile-skeleton__stage" />
        <Skeleton className="profile-skeleton__line" />
        <Skeleton className="profile-skeleton__line" />
      </SkeletonGroup>
    </div>
  )
}

interface UnansweredProps {
  readonly name: string
  readonly isOffline: boolean
  readonly isAsking: boolean
  readonly onRetry: () => void
}

function Unanswered({ name, isOffline, isAsking, onRetry }: UnansweredProps) {
  return (
    <div className="site-width plain-page">
      <h1 tabIndex={-1} translate="no">
        {name}
      </h1>
      <EmptyState
        heading={isOffline ? m.profile_without_network() : m.profile_unanswered_heading()}
        text={isOffline ? m.profile_without_network_text({ name }) : m.profile_unanswered({ name })}
        {...(!isOffline && {
          action: (
            <Button variant="primary" isPending={isAsking} onPress={onRetry}>
              {m.profile_retry()}
            </Button>
          ),
        })}
      />
    </div>
  )
}

export function ProfilePage() {
  const { model: name } = useParams({ from: "/{-$locale}/profile/$model" })
  const locale = useLocale()
  const { pageAnswers } = useRuntime()
  const resource = profileResource(name, locale)
  const answer = useAnswer(resource)
  const { profile, chatLocale, isReady } = profileData(answer.data, locale)
  const failure = answer.error === null ? null : profileFailure(answer.error)
  const cameWithPage = carriedAnswer(pageAnswers, resource.path) !== undefined
  useFailure(failure)
  useFocusWhenHere(isReady)
  useStatusSignals()
  const retry = () => {
    void answer.refetch()
  }
  const shown =
    profile !== null && isReady ? (
      <ProfileView
        key={profile.performerId}
        profile={profile}
        chatLocale={chatLocale}
        now={gatewayTime(pageAnswers, answer.dataUpdatedAt)}
        isStale={failure === "Unanswered"}
        isAsking={answer.isFetching}
        onRetry={retry}
        cameWithPage={cameWithPage}
      />
    ) : failure === "Unanswered" || answer.fetchStatus === "paused" ? (
      <Unanswered
        name={name}
        isOffline={answer.fetchStatus === "paused"}
        isAsking={answer.isFetching}
        onRetry={retry}
      />
    ) : (
      <Waiting name={name} />
    )
  return (
    <>
      <ProfileHead name={profile?.username ?? name} profile={profile} cameWithPage={cameWithPage} />
      {shown}
    </>
  )
}
