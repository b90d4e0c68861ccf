// What the client uses of the vendored Preact.
export type Node = unknown;
export type Ref<T> = { current: T };
export function html(strings: TemplateStringsArray, ...values: unknown[]): Node;
export function h(type: unknown, props?: unknown, ...children: unknown[]): Node;
export function render(node: Node, parent: Element): void;
export function useState<T>(initial: T | (() => T)): [T, (next: T | ((before: T) => T)) => void];
export function useEffect(effect: () => void | (() => void), inputs?: unknown[]): void;
export function useLayoutEffect(effect: () => void | (() => void), inputs?: unknown[]): void;
export function useRef<T>(initial: T): Ref<T>;
export function useMemo<T>(make: () => T, inputs: unknown[]): T;
export function useCallback<T>(callback: T, inputs: unknown[]): T;
export function useReducer<S, A>(reducer: (state: S, action: A) => S, initial: S): [S, (action: A) => void];
export class Component { constructor(props?: unknown); setState(state: unknown): void; forceUpdate(): void; props: any; state: any }
