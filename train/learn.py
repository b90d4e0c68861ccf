#!/usr/bin/env python3
"""Learns to judge positions from the tables of `longroll selfplay`, and writes the judgement in whole numbers.

    python3 train/learn.py target/selfplay/bull-run/july-21 --into crates/players/data/bull-run/learned-july-21.toml

Needs NumPy and PyTorch; a processor is enough, an accelerator is used if there is one.
"""

import argparse
import pathlib

import numpy as np
import torch
from torch import nn

# What stands in a row before what the network reads, as longroll selfplay writes it.
GAME, TURN, RESULT, MARGIN, SUM, COLUMNS = 0, 1, 2, 3, 4, 5
# As crates/general/src/learned.rs reads them.
INPUT, MOST = 64, 1 << 16
OF_INPUTS, OF_NEURONS, LOUDEST = 16, 12, 4.0
RESULT_BITS = 20
# One game in so many is kept aside: half of these to stop in time, half to say how well it was learned.
ASIDE = 8


class Network(nn.Module):
    """A weighted sum of the inputs, and two layers of neurons that say nothing below zero and never more than LOUDEST."""

    def __init__(self, inputs: int, neurons: int):
        super().__init__()
        self.sum = nn.Linear(inputs, 1)
        self.first = nn.Linear(inputs, neurons)
        self.second = nn.Linear(neurons, neurons)
        self.last = nn.Linear(neurons, 1, bias=False)
        nn.init.zeros_(self.sum.weight)
        nn.init.zeros_(self.sum.bias)
        nn.init.zeros_(self.last.weight)

    def forward(self, x):
        h = self.first(x).clamp(0, LOUDEST)
        h = self.second(h).clamp(0, LOUDEST)
        return (self.sum(x) + self.last(h)).squeeze(-1)


def load(folder: pathlib.Path) -> np.ndarray:
    files = sorted(folder.glob("*.npy"))
    tables = [t for t in (np.load(f) for f in files) if t.size]
    if not tables:
        raise SystemExit(f"{folder}: nothing to learn from; see longroll selfplay")
    rows = np.concatenate(tables)
    if not np.isfinite(rows[:, SUM:]).all():
        raise SystemExit(f"{folder}: not all numbers are numbers")
    return rows


def log_loss(odds: np.ndarray, result: np.ndarray) -> float:
    """The mean logarithmic loss of logarithms of odds."""
    return float(np.mean(np.logaddexp(0, odds) - result * odds))


def best_line(x: np.ndarray, y: np.ndarray) -> tuple[float, float]:
    """Slope and shift of the logistic curve that fits best, by Newton's method; a step that leads upwards is halved."""
    beta = np.zeros(2)
    rows = np.stack([x, np.ones_like(x)], axis=1)
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(rows @ beta, -30, 30)))
        curve = rows.T @ (rows * (p * (1 - p))[:, None]) + 1e-3 * np.eye(2)
        step = np.linalg.solve(curve, rows.T @ (y - p))
        while np.abs(step).max() > 1e-9 and log_loss(rows @ (beta + step), y) > log_loss(rows @ beta, y):
            step /= 2
        beta += step
    return float(beta[0]), float(beta[1])


def fit(x, target, weight, seen, args, device) -> Network:
    """The network that does best on the games that it does not learn from."""
    torch.manual_seed(args.seed)
    network = Network(x.shape[1], args.neurons).to(device)
    make = lambda a: torch.tensor(a, dtype=torch.float32, device=device)
    xs, ys, ws = make(x[seen == 0]), make(target[seen == 0]), make(weight[seen == 0])
    xv, yv = make(x[seen == 1]), make(target[seen == 1])
    optimiser = torch.optim.AdamW(network.parameters(), lr=args.rate, weight_decay=args.decay)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, max_lr=args.rate, total_steps=args.steps)
    loss = nn.functional.binary_cross_entropy_with_logits
    dice = torch.Generator(device=device).manual_seed(args.seed)
    best, kept = float("inf"), None
    for step in range(args.steps):
        batch = torch.randint(len(xs), (args.batch,), device=device, generator=dice)
        optimiser.zero_grad()
        loss(network(xs[batch]), ys[batch], weight=ws[batch]).backward()
        optimiser.step()
        schedule.step()
        if step % 100 == 99:
            with torch.no_grad():
                now = loss(network(xv), yv).item()
            if now < best:
                best, kept = now, {k: v.clone() for k, v in network.state_dict().items()}
    network.load_state_dict(kept)
    return network


def whole(network: Network, mean: np.ndarray, spread: np.ndarray) -> dict:
    """The network in whole numbers, reading inputs as they come: a row for each neuron, the bias first."""
    state = {k: v.detach().cpu().double().numpy() for k, v in network.state_dict().items()}

    def of_inputs(weight, bias):
        weight = weight / spread
        bias = bias - weight @ mean
        rows = np.concatenate([np.round(bias * INPUT * 2**OF_INPUTS)[:, None], np.round(weight * 2**OF_INPUTS)], axis=1)
        return rows.astype(np.int64)

    def of_neurons(weight, bias):
        rows = np.concatenate([np.round(bias * 256 * 2**OF_NEURONS)[:, None], np.round(weight * 2**OF_NEURONS)], axis=1)
        return rows.astype(np.int64)

    numbers = {
        "sum": of_inputs(state["sum.weight"], state["sum.bias"]),
        "first": of_inputs(state["first.weight"], state["first.bias"]),
        "second": of_neurons(state["second.weight"], state["second.bias"]),
        "last": of_neurons(state["last.weight"], np.zeros(1)),
    }
    for name, rows in numbers.items():
        numbers[name] = np.clip(rows, -(2**31), 2**31 - 1)
    return numbers


def judged(numbers: dict, x: np.ndarray) -> np.ndarray:
    """What the network in whole numbers makes of positions, as the program does it."""
    inputs = np.clip(np.round(x.astype(np.float64) * INPUT), -MOST, MOST).astype(np.int64)
    add = lambda rows, x: x @ rows[:, 1:].T + rows[:, 0]
    first = np.clip(add(numbers["first"], inputs) >> 14, 0, int(LOUDEST * 256))
    second = np.clip(add(numbers["second"], first) >> 12, 0, int(LOUDEST * 256))
    return (add(numbers["last"], second) + (add(numbers["sum"], inputs) >> 2))[:, 0] / 2**RESULT_BITS


def written(numbers: dict, gain: float, schooling: dict) -> str:
    line = lambda row: '"' + " ".join(str(n) for n in row) + '"'
    lines = [
        f"inputs = {numbers['first'].shape[1] - 1}",
        f"gain = {gain:.3f}",
        f"sum = {line(numbers['sum'][0])}",
        "first = [",
        *[f"    {line(row)}," for row in numbers["first"]],
        "]",
        "second = [",
        *[f"    {line(row)}," for row in numbers["second"]],
        "]",
        f"last = {line(numbers['last'][0])}",
        "",
        "[schooling]",
        "command = [" + ", ".join(f'"{c}"' for c in schooling["command"]) + "]",
        f"games = {schooling['games']}",
        f"positions = {schooling['positions']}",
        "loss = [" + ", ".join(f"{loss:.4f}" for loss in schooling["loss"]) + "]",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", type=pathlib.Path, help="the folder that longroll selfplay wrote: OUT/GAME/SCENARIO")
    parser.add_argument("--into", type=pathlib.Path, required=True, help="the file for the judgement")
    parser.add_argument("--made-by", default="", help="the command that made the tables, for the record")
    parser.add_argument("--margin", type=float, default=0.0, help="how much of the lesson is by how much a game was won, where points decide it")
    parser.add_argument("--neurons", type=int, default=32, help="in each of the two layers; with none the judgement is a weighted sum")
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--decay", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"

    rows = load(args.tables)
    x, result, by_hand, game = rows[:, COLUMNS:], rows[:, RESULT].astype(np.float64), rows[:, SUM].astype(np.float64), rows[:, GAME].astype(np.int64)
    # Positions of one game say much the same: a long game counts no more than a short one.
    _, which, lengths = np.unique(game, return_inverse=True, return_counts=True)
    weight = 1.0 / np.sqrt(lengths[which])
    weight /= weight.mean()
    target = result.copy()
    margin = rows[:, MARGIN].astype(np.float64)
    if args.margin > 0 and np.isfinite(margin).all() and margin.std() > 0:
        target = (1 - args.margin) * result + args.margin / (1 + np.exp(-2 * margin / margin.std()))
    seen = np.select([game % ASIDE == 0, game % ASIDE == ASIDE // 2], [2, 1], 0)
    mean, spread = x[seen == 0].mean(axis=0).astype(np.float64), x[seen == 0].std(axis=0).astype(np.float64)
    # What hardly ever changes teaches nothing.
    spread[spread < 1e-3] = 1e6
    network = fit(((x - mean) / spread).clip(-8, 8).astype(np.float32), target, weight, seen, args, device)
    numbers = whole(network, mean, spread)

    test = seen == 2
    odds = judged(numbers, x)
    with torch.no_grad():
        exact = network(torch.tensor((x[test] - mean) / spread, dtype=torch.float32, device=device)).cpu().double().numpy()
    slope, shift = best_line(by_hand[~test], result[~test])
    share = np.clip(result[~test].mean(), 1e-3, 1 - 1e-3)
    loss = [
        log_loss(np.full(test.sum(), np.log(share / (1 - share))), result[test]),
        log_loss(slope * by_hand[test] + shift, result[test]),
        log_loss(exact, result[test]),
        log_loss(odds[test], result[test]),
    ]
    gain = float(by_hand.std() / max(odds.std(), 1e-6))
    own = f"python3 train/learn.py {args.tables.name} --margin {args.margin} --neurons {args.neurons} --steps {args.steps} --seed {args.seed}"
    schooling = {
        "command": [c for c in [args.made_by, own] if c],
        "games": len(lengths),
        "positions": len(rows),
        "loss": loss,
    }
    args.into.parent.mkdir(parents=True, exist_ok=True)
    args.into.write_text(written(numbers, gain, schooling))
    print(f"{args.tables.name}: {len(lengths)} games, {len(rows)} positions, Union {result.mean():.3f}; "
          f"loss ignorant {loss[0]:.4f}, by hand {loss[1]:.4f} (slope {slope:.2f}), learned {loss[2]:.4f}, in whole numbers {loss[3]:.4f}; gain {gain:.2f}")


if __name__ == "__main__":
    main()
