//! What the system knows of a process.

/// The memory a process holds in RAM, in MiB; `self` is this one.
pub(crate) fn resident_mib(pid: &str) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("the process runs on Linux");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("it has memory");
    let kib: f64 = line.trim().trim_end_matches("kB").trim().parse().expect("a number");
    kib / 1024.0
}

/// User and system time of a process so far, its ended threads included, in steps of 10 ms.
#[allow(dead_code, reason = "not every bench counts it")]
pub(crate) fn cpu_ms(pid: &str) -> f64 {
    /// Steps in a second, which is part of Linux's interface.
    const TICKS: f64 = 100.0;
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).expect("the process runs on Linux");
    // The name before the parenthesis may hold anything.
    let (_, fields) = stat.rsplit_once(") ").expect("it has a name");
    let ticks: f64 = fields.split(' ').skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum();
    ticks * 1_000.0 / TICKS
}
