/**
 * Functions of React DOM that stay in the browser's script although the site has nothing for them: its code reaches
 * each from code that does run, so no bundler can leave it out. The build writes each anew: one that nothing calls
 * throws and says what it was, one that is called to look for something that no page has does nothing. A function
 * that a newer React DOM no longer has is an error of the build, so that the list is looked at again.
 */
import { parseAst, type Plugin } from "vite"

interface UnusedFunctions {
  /** How the module's path ends. */
  readonly module: string
  /** By what the site does without: functions that are then never called. */
  readonly neverCalled: Readonly<Record<string, ReadonlyArray<string>>>
  /** By the same: functions that are called on each change and find nothing. */
  readonly findNothing?: Readonly<Record<string, ReadonlyArray<string>>>
  /** What is added to the module's exports or to an object: `name.member = …` at the module's top level. */
  readonly members: Readonly<Record<string, ReadonlyArray<string>>>
}

export const UNUSED_FUNCTIONS: ReadonlyArray<UnusedFunctions> = [
  {
    module: "/react-dom/cjs/react-dom-client.production.js",
    neverCalled: {
      // card-transition.ts asks the browser itself.
      "view transitions of React": [
        "startViewTransition",
        "commitAfterMutationEffectsOnFiber",
        "reportViewTransitionError",
        "createViewTransitionInstance",
        "getViewTransitionName",
        "getViewTransitionClassName",
        "scheduleViewTransitionEvent",
        "ViewTransitionPseudoElement",
      ],
      "refs of fragments": ["FragmentInstance"],
      Activity: [
        "updateActivityComponent",
        "commitActivityHydrationCallbacks",
        "pushDehydratedActivitySuspenseHandler",
      ],
      SuspenseList: ["updateSuspenseListComponent", "cutOffTailIfNeeded", "findFirstSuspended"],
      // Forms are sent by handlers, or by the browser.
      "actions of React": [
        "mountActionState",
        "updateActionState",
        "rerenderActionState",
        "startHostTransition",
        "requestFormReset",
      ],
      // The server writes what is fetched early into the head. Style sheets that are rendered stay React's: it fetches
      // one that an extension took out.
      "React's fetching ahead of scripts and styles": [
        "prefetchDNS",
        "preconnect",
        "preload",
        "preloadModule",
        "preinitScript",
        "preinitStyle",
        "preinitModuleScript",
      ],
      "elements of its own": ["setPropOnCustomElement"],
      "hydration in an order": ["attemptExplicitHydrationTarget"],
    },
    findNothing: {
      "view transitions of React": [
        "trackEnterViewTransitions",
        "commitExitViewTransitions",
        "commitNestedViewTransitions",
        "restoreNestedViewTransitions",
        "restoreEnterOrExitViewTransitions",
      ],
      "refs of fragments": [
        "commitNewChildToFragmentInstances",
        "commitFragmentInstanceInsertionEffects",
        "commitFragmentInstanceDeletionEffects",
      ],
      // Called on each submit.
      "actions of React": ["extractEvents$1"],
      // Of a minified script they name nothing, and nobody reads them.
      "stacks of components": ["getStackByFiberInDevAndProd"],
    },
    members: {
      FragmentInstance: ["prototype"],
      ViewTransitionPseudoElement: ["prototype"],
      ReactDOMHydrationRoot: ["prototype.unstable_scheduleHydration"],
      ReactDOMSharedInternals: ["findDOMNode"],
      exports: ["createRoot"],
    },
  },
  {
    module: "/react-dom/cjs/react-dom.production.js",
    neverCalled: {},
    members: {
      exports: [
        "preconnect",
        "prefetchDNS",
        "preinit",
        "preinitModule",
        "preload",
        "preloadModule",
        "requestFormReset",
        "useFormState",
        "useFormStatus",
      ],
    },
  },
]

/** The module without what it is listed for. */
export const withoutUnused = (code: string, unused: UnusedFunctions): string => {
  const bodies = new Map<string, string>()
  for (const [what, names] of Object.entries(unused.neverCalled)) {
    const body = `{ throw Error(${JSON.stringify(`the site does not use ${what}`)}) }`
    for (const name of names) bodies.set(name, body)
  }
  for (const name of Object.values(unused.findNothing ?? {}).flat()) bodies.set(name, "{}")
  const members = Object.entries(unused.members).flatMap(([object, paths]) =>
    paths.map((path) => `${object}.${path}`),
  )
  const missing = new Set([...bodies.keys(), ...members])
  let rest = code
  for (const node of parseAst(code).body.toReversed()) {
    if (node.type === "FunctionDeclaration") {
      const name = node.id?.name ?? ""
      const body = bodies.get(name)
      if (body === undefined) continue
      missing.delete(name)
      rest = rest.slice(0, node.body?.start) + body + rest.slice(node.end)
    }
    if (node.type === "ExpressionStatement" && node.expression.type === "AssignmentExpression") {
      const { left } = node.expression
      const target = `${code.slice(left.start, left.end)}.`
      const member = members.find((each) => target.startsWith(`${each}.`))
      if (member === undefined) continue
      missing.delete(member)
      rest = rest.slice(0, node.start) + rest.slice(node.end)
    }
  }
  if (missing.size > 0)
    throw new Error(`${unused.module} has another form: no ${[...missing].join(", ")}`)
  return rest
}

export const unusedFunctions = (): Plugin => ({
  name: "foldcast:unused-functions",
  apply: "build",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === "client",
  transform: {
    filter: { id: /\/react-dom\/cjs\//u },
    handler: (code, id) => {
      const unused = UNUSED_FUNCTIONS.find(({ module }) => id.endsWith(module))
      return unused && { code: withoutUnused(code, unused), map: null }
    },
  },
})
